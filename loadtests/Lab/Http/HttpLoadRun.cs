namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Runs a plan with this engine.</summary>
internal sealed class HttpLoadRun(HttpPlan plan, TimeProvider time)
{
    private const double IdlePerSecond = 2_000;

    public RunMonitor Monitor { get; } = new();

    /// <summary>Cancelling ends the run at once and returns what was measured until then.</summary>
    /// <exception cref="LabException">
    /// Nothing listens at the address, the platform does not support the protocol, or idle connections cannot be opened.
    /// </exception>
    public async Task<HttpReport> RunAsync(CancellationToken cancellationToken)
    {
        await using var idle = new IdleConnections(plan.Work.Target, plan.Client.AcceptAnyCertificate, time);
        await OpenAsync(idle, plan.IdleConnections, cancellationToken);
        if (idle.Counts.Opened == 0)
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
        var idleFigures = new IdleFigures(plan.IdleConnections, idle.Counts.Opened, idle.Refused, idle.Held);
        return new HttpReport(plan, result, await watch)
        {
            WarmUpConnections = warmUp,
            Connections = connections,
            Idle = plan.IdleConnections > 0 ? idleFigures : null,
            Machine = machine,
        };

        ValueTask CountWarmUp(CancellationToken _)
        {
            warmUp = client.Counts;
            return ValueTask.CompletedTask;
        }
    }

    /// <summary>Returns when each of the idle connections is open or refused.</summary>
    /// <exception cref="LabException">The server does not accept all of them in time.</exception>
    private async Task OpenAsync(IdleConnections idle, int asked, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(asked / IdlePerSecond) + plan.Client.Timeout, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        try
        {
            await idle.OpenAsync(asked, IdlePerSecond, stop.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException(
                $"Only {idle.Counts.Opened:N0} of {asked:N0} idle connections could be opened before --timeout. Ask for fewer.");
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
