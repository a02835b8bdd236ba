using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>
/// What puts the load on the system: the built-in engine, or another one that runs the same profile and action.
/// </summary>
/// <param name="Name">As reports name it.</param>
/// <param name="RunAsync">Runs one assignment; a cancelled one returns what it measured until then.</param>
public sealed record LoadEngine(string Name, Func<LoadAssignment, CancellationToken, Task<LoadMeasurement>> RunAsync)
{
    /// <summary>Why it cannot run a profile, in a line for a reader; null where it can.</summary>
    public Func<LoadProfile, string?> WhyNot { get; init; } = _ => null;

    /// <summary>The engine in <c>loadtests/Engine</c>.</summary>
    public static LoadEngine BuiltIn(TimeProvider time) => new("built-in", async (assignment, cancellationToken) =>
    {
        var monitor = new RunMonitor();
        assignment.Monitor.Show(monitor.Snapshot);
        var result = await RunBuiltInAsync(assignment, monitor, time, cancellationToken);
        return new LoadMeasurement(result.StartedAt, result.Interrupted, LoadRecordBuilder.ToRecord(result, assignment.Profile));
    });

    private static Task<LoadResult> RunBuiltInAsync(
        LoadAssignment assignment, RunMonitor monitor, TimeProvider time, CancellationToken cancellationToken) =>
        assignment.Profile switch
        {
            ClosedLoopProfile users => new ClosedLoopRunner(time)
            {
                BeforeMeasuring = assignment.BeforeMeasuring,
                Observe = assignment.Observe,
            }.RunAsync(users, assignment.Action, monitor, cancellationToken),
            OpenLoopProfile arrivals => new OpenLoopRunner(time)
            {
                BeforeMeasuring = assignment.BeforeMeasuring,
                Observe = assignment.Observe,
            }.RunAsync(arrivals, assignment.Action, monitor, cancellationToken),
            _ => throw new ArgumentException($"There is no runner for {assignment.Profile.GetType().Name}.", nameof(assignment)),
        };
}

/// <summary>One load to run.</summary>
/// <param name="Scenario">The scenario's name.</param>
/// <param name="Monitor">To be told where the display finds the load as it stands.</param>
/// <param name="BeforeMeasuring">To be awaited after the warm-up, when nothing is in flight: it resets the counters.</param>
/// <param name="Folder">The run's folder, for files of the engine's own.</param>
public sealed record LoadAssignment(
    string Scenario,
    LoadProfile Profile,
    UserAction Action,
    LoadMonitor Monitor,
    Func<CancellationToken, ValueTask> BeforeMeasuring,
    string Folder)
{
    /// <summary>
    /// To be called for each measured request that completed or failed, from any thread; an engine that does not see single
    /// requests leaves it, and the run has none.
    /// </summary>
    public Action<RequestObservation>? Observe { get; init; }
}

/// <summary>What an engine measured. <paramref name="StartedAt"/>: when measuring started, by the clock on the wall.</summary>
public sealed record LoadMeasurement(DateTimeOffset StartedAt, bool Interrupted, LoadRecord Load);
