using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>A read-only live page for tests that run one after another.</summary>
internal sealed class RunWatch : IAsyncDisposable
{
    private readonly LiveFeed _feed;
    private readonly LiveServer _server;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Current _current;
    private readonly Task _running;

    private RunWatch(LiveFeed feed, LiveServer server, Current current, TimeProvider time)
    {
        (_feed, _server, _current, _time) = (feed, server, current, time);
        _running = LiveClock.RunAsync(feed, _ => Task.FromResult(current.Run?.Read()), time, _stop.Token);
    }

    /// <param name="port">0 for any free port; null for no page.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public static async Task<RunWatch?> StartIfAskedAsync(
        int? port, LabProgress progress, TimeProvider time, CancellationToken cancellationToken)
    {
        if (port is not { } asked)
        {
            return null;
        }

        var (feed, current) = (new LiveFeed(controls: null, time), new Current());
        var telemetry = new LiveTelemetry(() => current.Run?.Traces() ?? [], () => current.Run?.Metrics() ?? []);
        var server = await LiveServer.StartAsync(asked, feed, telemetry, controls: null, cancellationToken);
        progress.Say($"Live page: {server.Address}");
        return new RunWatch(feed, server, current, time);
    }

    /// <summary>Shows this test from now on. Can be called from any thread.</summary>
    public void Show(RunView view)
    {
        _current.Run = new WatchedRun(view, _time);
        _feed.Mark(view.Scenario.Title);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running;
        await _server.DisposeAsync();
        _stop.Dispose();
    }

    private sealed class Current
    {
        public volatile WatchedRun? Run;
    }
}

/// <summary>Traces and metrics for a live page. Each function is called for each request of the page, from any thread.</summary>
/// <param name="Traces">The spans of the recent traces.</param>
/// <param name="Metrics">The metrics of the services.</param>
internal sealed record LiveTelemetry(Func<IReadOnlyList<SpanRecord>> Traces, Func<IReadOnlyList<MetricSample>> Metrics);
