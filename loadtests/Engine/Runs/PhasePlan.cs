using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>What a loop does in one phase.</summary>
/// <param name="Grace">How long requests still in flight at the end may take to finish before they are cancelled.</param>
/// <param name="Traffic">
/// Makes the requests, and returns when the last of them is over. Its token ends everything at once, requests in flight included.
/// </param>
internal sealed record PhasePlan(
    IReadOnlyList<PlannedStep> Steps, TimeSpan Grace, Func<LoadPhase, CancellationToken, Task> Traffic);
