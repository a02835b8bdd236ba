namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>One way from the load to the backend, and how to open it.</summary>
/// <param name="Needs">The program that it needs besides the lab's own; null for none.</param>
internal sealed record CostTarget(
    string Name, string Title, Func<CostWorld, CancellationToken, Task<OpenWay>> OpenAsync, string? Needs = null)
{
    public CostedTarget ForRecord => new(Name, Title);
}
