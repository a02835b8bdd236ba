using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Runs a plan on any engine. Each run opens its own connections.</summary>
internal sealed class EngineHttpRun(HttpPlan plan, TimeProvider time)
{
    /// <param name="folder">For the files that the engine writes.</param>
    /// <exception cref="LabException">Nothing listens at the address, the platform does not
    /// support the protocol, or the engine cannot run the load.</exception>
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
