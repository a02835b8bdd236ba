using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Concurrency;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Options;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Scenarios.Concurrency;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>concurrency</c>: sync or async, and how many at once.</summary>
public sealed class ConcurrencyCommand
{
    private readonly StudyLength _length = new("each cell", ConcurrencyLoad.Quick, ConcurrencyLoad.Full);

    private readonly Option<string[]> _cells = new("--cells")
    {
        Description = $"Which cells to run: any of {string.Join(", ", ConcurrencyLab.Words)}, or a "
            + "cell's name; all 27 without it.",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<string[]> _from = new("--from")
    {
        Description = "Runs nothing: makes the tables and the report from these folders of cells that were run.",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<string> _runs = SystemOptions.Runs("The folder that run folders are made in.");

    private readonly Option<FileInfo?> _json = new("--json")
    {
        Description = "Also writes the figures to this file, as a JSON array with one object for each cell.",
    };

    private readonly LoadEngine? _beside;
    private readonly Option<bool> _sideBySide;

    private ConcurrencyCommand(LoadEngine? beside)
    {
        (_beside, _sideBySide) = (beside, SideBySide.Option(beside));
        _cells.Validators.Add(OptionCheck.OfWords(ConcurrencyLab.Choose));
    }

    /// <param name="engine">What puts the load on the service.</param>
    /// <param name="project">The project of the command line, as <c>dotnet run</c> names it.</param>
    /// <param name="beside">An engine that a reader may have run each cell too; null for none.</param>
    public static Command Create(LoadEngine engine, string project, TimeProvider time, LoadEngine? beside = null)
    {
        var options = new ConcurrencyCommand(beside);
        var command = new ToolCommand(
            "concurrency",
            "Runs the Package service with its threads blocked, with a pool of 100 calls and without a limit, on three "
            + "kinds of work and three latencies of the database, and prints what each of the 27 cells can take and "
            + "why. Quick: 20 s of load each. "
            + ExitCode.Help())
        {
            options._length.Full, options._length.Seconds, options._cells, options._from, options._runs, options._json,
        };
        if (beside is not null)
        {
            command.Options.Add(options._sideBySide);
        }

        command.SetAction((arguments, token) => options.RunAsync(arguments, engine, project, time, token));
        return command;
    }

    private async Task<int> RunAsync(
        ParseResult arguments, LoadEngine engine, string project, TimeProvider time, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        if (arguments.GetValue(_from) is { Length: > 0 } folders)
        {
            List<RunFolder> runs = [.. folders.SelectMany(RunFolders.All)];
            var first = Path.GetFullPath(folders[0]);
            await ShowAsync(runs, Directory.Exists(first) ? first : runs[0].Path, arguments.GetValue(_json), progress);
            return ExitCode.Done;
        }

        progress.WarnOfDebugBuild();
        OutputFile.Prepare(arguments.GetValue(_json));
        var settings = Read(arguments, engine, project);
        var suite = new ConcurrencySuite(settings, time);
        var (measured, failure) = await suite.RunAsync(progress.Say, cancellationToken);
        var engines = new SideBySide(settings.Engine, settings.Beside);
        var records = await Task.WhenAll(measured.Select(run => run.ReadRecordAsync(CancellationToken.None)));
        var own = measured.Zip(records).Where(run => engines.IsOfEngine(run.Second)).Select(run => run.First).ToList();
        if (own.Count > 0)
        {
            await ShowAsync(own, suite.Folder, arguments.GetValue(_json), progress);
            await engines.ShowAsync(records, suite.Folder, progress.Say);
        }

        return ExitCode.OfSuite(failure, progress.Say, cancellationToken);
    }

    private ConcurrencySettings Read(ParseResult arguments, LoadEngine engine, string project) => new(
        ConcurrencyLab.Choose(arguments.GetValue(_cells) ?? []),
        _length.Read(arguments),
        arguments.GetRequiredValue(_runs),
        CommandLine.Of(project, arguments),
        engine)
    {
        Beside = arguments.GetValue(_sideBySide) ? _beside : null,
    };

    private static async Task ShowAsync(IReadOnlyList<RunFolder> runs, string folder, FileInfo? json, LabProgress progress)
    {
        var (report, kept) = (Path.Combine(folder, "report.html"), $"The runs are in {folder}.");
        var cells = await OutputFile.MakeAsync(report, () => ReportAsync(runs, report), kept);
        progress.Say("");
        progress.Say(ConcurrencyText.Plain(ConcurrencyTables.Of(cells)));
        OutputFile.Write(json, file => ConcurrencyJson.Write(file, cells), kept);
        progress.Say($"Runs:   {folder}");
        progress.Say($"Report: {report}");
    }

    private static async Task<CellFigures[]> ReportAsync(IReadOnlyList<RunFolder> runs, string report)
    {
        var cells = await Task.WhenAll(runs.Select(run => CellFigures.ReadAsync(run, CancellationToken.None)));
        await ConcurrencyReport.WriteAsync(runs, report, CancellationToken.None);
        return cells;
    }
}
