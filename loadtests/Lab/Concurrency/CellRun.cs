using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>One cell on the running service, written to one run folder.</summary>
internal sealed class CellRun(ConcurrencySettings settings, ConcurrencyCell cell, ItemService service, TimeProvider time)
{
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(10);

    /// <inheritdoc cref="MeasuredRun.RunAsync"/>
    public Task<RunFolder> RunAsync(string folder, Action<string> say, CancellationToken cancellationToken)
    {
        var profile = ConcurrencyLoad.For(settings.Duration);
        var plan = new RunPlan(
            cell.Name,
            profile,
            client => new ItemJourney(client, service.Address, cell.Work).RequestAsync,
            result => CellManifest.Build(settings, cell, result))
        {
            Connections = profile.MaxUsers,
            Prepare = token => service.SetLatencyAsync(cell.LatencyMs, token),
        };
        var run = new MeasuredRun(service.Watched, plan, settings.Engine, time);
        return run.RunAsync(
            folder,
            (load, stop) => run.Load.SayAsync(say, SayInterval, settings.Duration, load, time, stop),
            cancellationToken);
    }
}
