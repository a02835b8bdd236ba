namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>A read-only live page for tests that run one after another.</summary>
internal sealed class RunWatch(TimeProvider time) : IAsyncDisposable
{
    private readonly LiveFeed _feed = new(controls: null, time);
    private readonly CancellationTokenSource _stop = new();
    private volatile WatchedRun? _run;
    private LiveServer? _server;
    private Task _running = Task.CompletedTask;

    /// <param name="port">0 for any free port; null for no page.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public static async Task<RunWatch?> StartIfAskedAsync(
        int? port, LabProgress progress, TimeProvider time, CancellationToken cancellationToken)
    {
        if (port is not { } asked)
        {
            return null;
        }

        var watch = new RunWatch(time);
        var telemetry = new LiveTelemetry(() => watch._run?.Traces() ?? [], () => watch._run?.Metrics() ?? []);
        watch._server = await LiveServer.StartAsync(asked, watch._feed, telemetry, controls: null, cancellationToken);
        progress.Say($"Live page: {watch._server.Address}");
        watch._running = watch._feed.PublishEverySecondAsync(_ => Task.FromResult(watch._run?.Read()), watch._stop.Token);
        return watch;
    }

    /// <summary>Shows this test from now on. Can be called from any thread.</summary>
    public void Show(RunView view)
    {
        _run = new WatchedRun(view, time);
        _feed.Mark(view.Scenario.Title);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running;
        await _server!.DisposeAsync();
        _stop.Dispose();
    }
}

/// <summary>Traces and metrics for a live page. Each function is called for each request of the page, from any thread.</summary>
/// <param name="Traces">The spans of the recent traces.</param>
/// <param name="Metrics">The metrics of the services.</param>
internal sealed record LiveTelemetry(Func<IReadOnlyList<SpanRecord>> Traces, Func<IReadOnlyList<MetricSample>> Metrics);
