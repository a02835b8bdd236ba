namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>The built-in load engine, or another engine that runs the same profile and action.</summary>
/// <param name="Name">The name in reports.</param>
/// <param name="RunAsync">Runs one assignment. A cancelled one returns the measurements so far.</param>
public sealed record LoadEngine(string Name, Func<LoadAssignment, CancellationToken, Task<LoadMeasurement>> RunAsync)
{
    /// <summary>The start of the command lines of the program that has the labs on this engine.</summary>
    public string Program { get; init; } = LabProgram.Name;

    /// <summary>The reason why the engine cannot run a profile, in one line; null if it can.</summary>
    public Func<LoadProfile, string?> WhyNot { get; init; } = _ => null;

    /// <summary>The engine in <c>loadtests/Engine</c>.</summary>
    public static LoadEngine BuiltIn(TimeProvider time) => BuiltIn(time, new RunMonitor(), _ => { });

    /// <param name="monitor">Shows the load while it runs.</param>
    /// <param name="ended">Called with all figures when the load is over.</param>
    internal static LoadEngine BuiltIn(TimeProvider time, RunMonitor monitor, Action<LoadResult> ended) =>
        new("built-in", async (assignment, cancellationToken) =>
    {
        assignment.Monitor.Show(monitor.Snapshot, () => monitor.Elapsed);
        var runner = new LoadRunner(time) { BeforeMeasuring = assignment.BeforeMeasuring, Observe = assignment.Observe };
        var result = await runner.RunAsync(assignment.Profile, assignment.Action, monitor, cancellationToken);
        ended(result);
        return new LoadMeasurement(result.StartedAt, result.Interrupted, LoadRecordBuilder.ToRecord(result, assignment.Profile));
    });
}

/// <summary>One load to run.</summary>
/// <param name="Scenario">The scenario's name.</param>
/// <param name="Monitor">The engine sets the source of the current figures here, for the display.</param>
/// <param name="BeforeMeasuring">The engine awaits it after the warm-up, with nothing in flight. It resets the counters.</param>
/// <param name="Folder">The folder of the run, where the engine can write files.</param>
public sealed record LoadAssignment(
    string Scenario, LoadProfile Profile, UserAction Action, LoadMonitor Monitor,
    Func<CancellationToken, ValueTask> BeforeMeasuring, string Folder)
{
    /// <summary>
    /// The engine calls it for each measured request that completed or failed, from any thread. An engine that does not observe
    /// single requests does not call it, and the run then contains no requests.
    /// </summary>
    public Action<RequestObservation>? Observe { get; init; }
}

/// <summary>The measurements of an engine. <paramref name="StartedAt"/>: the start of measuring, by the wall clock.</summary>
public sealed record LoadMeasurement(DateTimeOffset StartedAt, bool Interrupted, LoadRecord Load);
