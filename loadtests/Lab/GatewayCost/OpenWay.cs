namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A way to the backend that is open: where to ask, and which process is paid for it.</summary>
/// <param name="ProcessId">Of the proxy, which may have children; null where there is none.</param>
/// <param name="Key">The API key to ask with; null for none.</param>
internal sealed record OpenWay(Uri Url, int? ProcessId, string? Key = null)
{
    public const string KeyHeader = "X-Api-Key";
}
