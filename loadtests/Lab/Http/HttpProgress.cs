namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>
/// The progress of a run: in a terminal one line that is updated every second, in a file or a pipe a line every five seconds.
/// </summary>
internal sealed class HttpProgress(IAnsiConsole console, TimeProvider time)
{
    private static readonly TimeSpan TerminalInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan PlainInterval = TimeSpan.FromSeconds(5);

    /// <summary>Returns when the run has ended, also when it failed.</summary>
    public async Task ShowAsync(RunMonitor monitor, Task run)
    {
        if (!console.Profile.Capabilities.Interactive || !console.Profile.Capabilities.Ansi)
        {
            await RepeatAsync(() => console.Profile.Out.Writer.WriteLine(Line(monitor.Snapshot())), PlainInterval, run);
            return;
        }

        await console.Live(new Text(Line(monitor.Snapshot()))).AutoClear(true).StartAsync(live =>
            RepeatAsync(() => live.UpdateTarget(new Text(Line(monitor.Snapshot()))), TerminalInterval, run));
    }

    private static string Line(RunSnapshot load) => load.Phase is RunPhase.Waiting or RunPhase.WarmUp
        ? $"warming up, {load.InFlight:N0} in flight"
        : $"{load.Elapsed.TotalSeconds,4:0}{Progress(load)} {load.RequestsPerSecond,10:N1}/s  p50 "
            + $"{Text(load.P50Ms)}  p95 {Text(load.P95Ms)}  p99 {Text(load.P99Ms)} ms  in flight {load.InFlight:N0}  errors "
            + $"{load.Failed:N0}  late {load.Late:N0}  dropped {load.Dropped:N0}";

    private static string Progress(RunSnapshot load) => load.Planned == Timeout.InfiniteTimeSpan
        ? $" s, {load.Completed + load.Failed:N0} requests"
        : $" of {load.Planned.TotalSeconds:0} s";

    private static string Text(LatencyValue latency) => latency.ToText(ms => $"{ms:0.00}");

    private async Task RepeatAsync(Action show, TimeSpan interval, Task run)
    {
        using var over = new CancellationTokenSource();
        while (await Task.WhenAny(run, Task.Delay(interval, time, over.Token)) != run)
        {
            show();
        }

        await over.CancelAsync();
    }
}
