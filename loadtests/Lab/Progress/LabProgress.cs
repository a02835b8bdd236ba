namespace DroneDelivery.LoadTests.Lab.Progress;

/// <summary>Shows the progress: in a terminal one line for each test, in a file or a pipe a line every few seconds.</summary>
internal sealed class LabProgress(IAnsiConsole console, TimeProvider time)
{
    private static readonly TimeSpan TerminalInterval = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan PlainInterval = TimeSpan.FromSeconds(5);

    /// <summary>Bypasses the layout of the console, which would break lines if the output is a file.</summary>
    public void Say(string text) => ClosedTerminal.Ignore(() => console.Profile.Out.Writer.WriteLine(text));

    public void WarnOfDebugBuild()
    {
        if (MachineReader.IsDebugBuild)
        {
            Say("This is a debug build: its figures are not to be quoted. Run with -c Release.");
        }
    }

    /// <summary>Shows the test until the load ends or the token is cancelled; then returns normally.</summary>
    public async Task ShowAsync(
        TuningScenario scenario, LoadMonitor load, CosmosMonitor cosmos, TimeSpan planned, Task run,
        CancellationToken cancellationToken)
    {
        string Line() => Describe(scenario, load.Snapshot(), cosmos, planned);
        var isTerminal = console.Profile.Capabilities is { Interactive: true, Ansi: true };
        await (isTerminal
            ? ClosedTerminal.IgnoreAsync(() => console.Live(new Text(Line())).StartAsync(live =>
                RepeatAsync(() => live.UpdateTarget(new Text(Line())), TerminalInterval, run, cancellationToken)))
            : RepeatAsync(() => Say(Line()), PlainInterval, run, cancellationToken));
    }

    private async Task RepeatAsync(Action show, TimeSpan interval, Task run, CancellationToken cancellationToken)
    {
        while (!run.IsCompleted && !cancellationToken.IsCancellationRequested)
        {
            show();
            await Task.WhenAny(run, Task.Delay(interval, time, cancellationToken));
        }

        show();
    }

    private static string Describe(TuningScenario scenario, RunSnapshot load, CosmosMonitor cosmos, TimeSpan planned) =>
        load.Phase is RunPhase.Waiting or RunPhase.WarmUp
            ? $"{scenario.Title}  warming up, {load.LoadText}"
            : $"{scenario.Title}  {load.Elapsed.TotalSeconds,3:0} of {planned.TotalSeconds:0} s  {load.LoadText,8}  "
                + $"{load.RequestsPerSecond,5:0.0} req/s  p50 {Text(load.P50Ms),4} ms  p95 {Text(load.P95Ms),4} ms  "
                + $"errors {load.Failed}  {DescribeCosmos(scenario, cosmos)}";

    private static string Text(LatencyValue latency) => latency.ToText(ms => $"{ms:0}");

    private static string DescribeCosmos(TuningScenario scenario, CosmosMonitor cosmos)
    {
        if (cosmos.Latest is not { Calls.Data: var calls })
        {
            return "";
        }

        var byStatus = string.Join(" ", calls.OrderBy(call => call.Key).Select(call => $"{call.Key}: {call.Value:N0}"));
        return $"Cosmos {byStatus}  {cosmos.RequestUnitsInLastSecond(),5:N0} of {scenario.Throughput:N0} RU/s";
    }
}
