using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>One run of a plan on any engine, each with connections of its own.</summary>
internal sealed class EngineHttpRun(HttpPlan plan, TimeProvider time)
{
    /// <param name="folder">For files of the engine's own.</param>
    /// <exception cref="LabException">Nothing listens there, the platform has no
    /// such protocol, or the engine refuses.</exception>
    public async Task<EngineRun> RunAsync(LoadEngine engine, string folder, CancellationToken cancellationToken)
    {
        await HttpReach.RequireListenerAsync(plan, time, cancellationToken);
        using var client = HttpLoadRun.Connect(plan, time);
        var assignment = new LoadAssignment(
            "http",
            plan.Shape.Load,
            plan.Work.ActionOf(client, plan.Checks, time),
            new LoadMonitor(),
            _ => ValueTask.CompletedTask,
            folder);
        var measured = await engine.RunAsync(assignment, cancellationToken);
        return new EngineRun(engine.Name, measured.Load, measured.Interrupted, RequestUnitsPerOperation: null);
    }
}
