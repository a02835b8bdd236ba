using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Lab.Cpu;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Runs a plan with this engine.</summary>
internal sealed class HttpLoadRun(HttpPlan plan, TimeProvider time)
{
    public RunMonitor Monitor { get; } = new();

    /// <summary>Cancelling ends the run at once and returns what was measured until then.</summary>
    /// <exception cref="LabException">
    /// Nothing listens at the address, the platform does not support the protocol, or idle connections cannot be opened.
    /// </exception>
    public async Task<HttpReport> RunAsync(CancellationToken cancellationToken)
    {
        await using var idle = await IdleLoad.OpenAsync(plan, time, cancellationToken);
        if (idle is null or { Figures.Opened: 0 })
        {
            await HttpReach.RequireListenerAsync(plan, time, cancellationToken);
        }

        using var client = Connect(plan, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var over = new CancellationTokenSource();
        var watch = plan.Abort is { } rule
            ? new ThresholdWatch(rule, time).WatchAsync(Monitor, stop.Cancel, over.Token)
            : Task.FromResult<ThresholdResult?>(null);

        var (action, warmUp) = (plan.Work.ActionOf(client, plan.Checks, time), default(ClientCounts));
        var runner = new LoadRunner(time) { BeforeMeasuring = CountWarmUp };
        var start = CpuReading.Now();
        var result = await runner.RunAsync(plan.Shape.Load, action, Monitor, stop.Token);
        await over.CancelAsync();
        // Read before the report is computed, which uses CPU too.
        var machine = CpuReading.Between(start, CpuReading.Now(), knowsSystem: false);
        var connections = client.Counts.Since(warmUp);
        var idleFigures = idle?.Figures;
        return new HttpReport(plan, result, await watch)
        {
            WarmUpConnections = warmUp,
            Connections = connections,
            Idle = idleFigures,
            Machine = machine,
        };

        ValueTask CountWarmUp(CancellationToken _)
        {
            warmUp = client.Counts;
            return ValueTask.CompletedTask;
        }
    }

    /// <exception cref="LabException">The platform does not support the protocol.</exception>
    public static HttpLoadClient Connect(HttpPlan plan, TimeProvider time)
    {
        try
        {
            return new HttpLoadClient(plan.Client, time);
        }
        catch (PlatformNotSupportedException exception)
        {
            throw new LabException($"{exception.Message} Use --http1 or --http2.", exception);
        }
    }
}
