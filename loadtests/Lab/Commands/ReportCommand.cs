using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>report</c>: the table and the report again, from run folders.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("runs")
        {
            Description = "Run folders, in the order of the columns; or a folder that holds some, such as the one that tuning printed.",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string?>("--output") { Description = "The HTML file to write. Default: report.html in the first folder." };
        var command = new Command("report", "Makes the table and the report again, from run folders.") { folders, output };
        command.SetAction((arguments, token) =>
        {
            var paths = arguments.GetRequiredValue(folders);
            return RunAsync(paths, arguments.GetValue(output) ?? Path.Combine(paths[0], "report.html"), token);
        });
        return command;
    }

    private static async Task RunAsync(string[] paths, string output, CancellationToken cancellationToken)
    {
        try
        {
            var runs = await ReadAsync(paths.SelectMany(FoldersIn), cancellationToken);
            await TuningReport.WriteAsync([.. runs.Select(run => run.Folder)], output, cancellationToken);
            Console.WriteLine(TableText.Plain(TuningTable.Of([.. runs.Select(run => run.Record)])));
            Console.WriteLine($"Report: {Path.GetFullPath(output)}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException($"The report could not be made: {exception.Message}", exception);
        }
    }

    /// <summary>The folder itself, or the run folders in it, in the order of their runs.</summary>
    private static IEnumerable<RunFolder> FoldersIn(string path)
    {
        var folder = new RunFolder(path);
        if (folder.HoldsRun || !Directory.Exists(path))
        {
            return [folder];
        }

        var inside = Directory.EnumerateDirectories(path).Select(inner => new RunFolder(inner)).Where(inner => inner.HoldsRun).ToList();
        return inside.Count > 0
            ? inside.OrderBy(inner => inner.WrittenAt)
            : throw new LabException($"{path} is no run folder and holds none: there is no run.json in it.");
    }

    private static async Task<IReadOnlyList<(RunFolder Folder, RunRecord Record)>> ReadAsync(
        IEnumerable<RunFolder> folders, CancellationToken cancellationToken)
    {
        var runs = new List<(RunFolder, RunRecord)>();
        foreach (var folder in folders)
        {
            runs.Add((folder, await folder.ReadRecordAsync(cancellationToken)));
        }

        return runs;
    }
}
