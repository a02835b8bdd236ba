namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A running target: the address of its requests, and the process whose CPU time is its cost.</summary>
/// <param name="ProcessId">The id of the proxy, which may have child processes; null without a proxy.</param>
/// <param name="Key">The API key of the requests; null for none.</param>
internal sealed record RunningTarget(Uri Url, int? ProcessId, string? Key = null)
{
    public const string KeyHeader = "X-Api-Key";
}
