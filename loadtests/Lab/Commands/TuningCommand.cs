using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>tuning</c>: the four tests, the table, the report.</summary>
public static class TuningCommand
{
    /// <param name="engine">What puts the load on the system.</param>
    /// <param name="project">The project of the command line, as <c>dotnet run</c> names it.</param>
    public static Command Create(LoadEngine engine, string project, TimeProvider time)
    {
        var options = new LoadOptions();
        var command = new Command(
            "tuning", "Runs the four tuning tests and prints their table beside the published one. Quick: 45 s of load each.");
        options.AddTo(command);
        command.SetAction((arguments, token) =>
            RunAsync(options.Read(arguments, TuningLab.Scenarios, engine, project), arguments.GetValue(options.Json), time, token));
        return command;
    }

    /// <summary>Runs the tests that <paramref name="settings"/> name and writes everything that comes of them.</summary>
    public static async Task<int> RunAsync(LabSettings settings, FileInfo? json, TimeProvider time, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        progress.WarnOfDebugBuild();
        OutputFile.Prepare(json);
        await using var live = await RunWatch.StartIfAskedAsync(settings.LivePort, progress, time, cancellationToken);
        var suite = new TuningSuite(live is null ? settings : settings with { Watch = live.Show }, time);
        var (folders, failure) = await suite.RunAsync(progress, cancellationToken);
        if (folders.Count > 0)
        {
            await WriteResultsAsync(suite.Folder, folders, json, progress);
        }

        return ExitCode.OfSuite(failure, progress.Say, cancellationToken);
    }

    private static async Task WriteResultsAsync(string folder, IReadOnlyList<RunFolder> runs, FileInfo? json, LabProgress progress)
    {
        var (report, kept) = (Path.Combine(folder, RunPages.Report), $"The runs are in {folder}.");
        var pages = await OutputFile.MakeAsync(report, () => RunPages.WriteAsync(runs, report, CancellationToken.None), kept);
        await PrintAsync(runs, json, kept, progress);
        progress.Say($"Runs:   {folder}");
        progress.Say($"Report: {string.Join(", ", pages)}");
    }

    private static async Task PrintAsync(IReadOnlyList<RunFolder> folders, FileInfo? json, string kept, LabProgress progress)
    {
        var records = await Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(CancellationToken.None)));
        progress.Say("");
        progress.Say(TableText.Plain(TuningTable.Of(records)));
        OutputFile.Write(json, file => TuningJson.Write(file, records.Select(ScenarioFigures.From)), kept);
    }
}
