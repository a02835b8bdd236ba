using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Progress;

/// <summary>
/// What a reader sees while the lab works. In a terminal one line for each test is kept up to date; where output goes to a file
/// or a pipe, a line is added every few seconds.
/// </summary>
internal sealed class LabProgress(IAnsiConsole console, TimeProvider time)
{
    private static readonly TimeSpan TerminalInterval = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan PlainInterval = TimeSpan.FromSeconds(5);

    /// <summary>Not through the console's layout, which would break lines where output is a file.</summary>
    public void Say(string text) => console.Profile.Out.Writer.WriteLine(text);

    public void WarnOfDebugBuild()
    {
        if (RunManifestBuilder.IsDebugBuild)
        {
            Say("This is a debug build: its figures are not to be quoted. Run with -c Release.");
        }
    }

    /// <summary>Shows the test until the load ends or the token is cancelled; then returns normally.</summary>
    public async Task ShowAsync(
        TuningScenario scenario,
        LoadMonitor load,
        CosmosMonitor cosmos,
        TimeSpan planned,
        Task run,
        CancellationToken cancellationToken)
    {
        string Line() => ProgressLine.Describe(scenario, load.Snapshot(), cosmos, planned);
        if (!console.Profile.Capabilities.Interactive || !console.Profile.Capabilities.Ansi)
        {
            await RepeatAsync(() => Say(Line()), PlainInterval, run, cancellationToken);
            return;
        }

        await console.Live(new Text(Line())).StartAsync(live =>
            RepeatAsync(() => live.UpdateTarget(new Text(Line())), TerminalInterval, run, cancellationToken));
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
}
