namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>One proxy between the load and the backend, and how to start it.</summary>
/// <param name="Needs">The program that it needs besides the lab's own; null for none.</param>
internal sealed record CostTarget(
    string Name, string Title, Func<CostSystem, CancellationToken, Task<RunningTarget>> StartAsync, string? Needs = null)
{
    public CostedTarget ForRecord => new(Name, Title);
}
