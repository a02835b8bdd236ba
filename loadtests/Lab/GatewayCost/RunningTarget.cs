namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A target that runs: where requests go, and which process's CPU time is its cost.</summary>
/// <param name="ProcessId">Of the proxy, which may have children; null where there is none.</param>
/// <param name="Key">The API key to ask with; null for none.</param>
internal sealed record RunningTarget(Uri Url, int? ProcessId, string? Key = null)
{
    public const string KeyHeader = "X-Api-Key";
}
