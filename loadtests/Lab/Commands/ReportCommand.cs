using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>report</c>: the table and all pages again, from run folders.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("runs")
        {
            Description = "Run folders, in the order of the columns; or a folder that holds some, such as the one that tuning printed.",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string?>("--output")
        {
            Description = "The HTML file to write. Default: report.html in the folder that holds the runs; the comparison goes beside it.",
        };
        output.Validators.Add(result =>
        {
            if (Path.GetFileName(result.GetValueOrDefault<string?>()) == RunPages.Comparison)
            {
                result.AddError($"--output cannot be {RunPages.Comparison}: the comparison of several runs is written there, beside the report.");
            }
        });
        var command = new Command(
            "report",
            "Makes the table and the pages again, from run folders: of one run its report; of several the report of each in its folder, "
            + "one with all of them beside each other, and a comparison (up to six runs).") { folders, output };
        command.SetAction((arguments, token) =>
        {
            var paths = arguments.GetRequiredValue(folders);
            return RunAsync(paths, arguments.GetValue(output), token);
        });
        return command;
    }

    private static async Task RunAsync(string[] paths, string? output, CancellationToken cancellationToken)
    {
        try
        {
            var folders = paths.SelectMany(FoldersIn).DistinctBy(folder => folder.Path).ToList();
            var records = await ReadAsync(folders, cancellationToken);
            var pages = await RunPages.WriteAsync(folders, output ?? Path.Combine(FolderOf(folders), RunPages.Report), cancellationToken);
            Console.WriteLine(TableText.Plain(TuningTable.Of(records)));
            Say(pages);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException($"The report could not be made: {exception.Message}", exception);
        }
    }

    private static void Say(IReadOnlyList<string> pages)
    {
        Console.WriteLine($"Report: {pages[0]}");
        foreach (var comparison in pages.Skip(1))
        {
            Console.WriteLine($"Comparison: {comparison}");
        }
    }

    /// <summary>That of one run; of several the innermost folder that holds them all.</summary>
    private static string FolderOf(IReadOnlyList<RunFolder> folders)
    {
        if (folders is [var only])
        {
            return only.Path;
        }

        var parts = folders.Select(folder => folder.Path.Split(Path.DirectorySeparatorChar)).ToList();
        var shared = parts[0].Take(parts.Min(path => path.Length) - 1).TakeWhile((part, index) => parts.All(path => path[index] == part));
        return string.Join(Path.DirectorySeparatorChar, shared) + Path.DirectorySeparatorChar;
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

    private static async Task<IReadOnlyList<RunRecord>> ReadAsync(IEnumerable<RunFolder> folders, CancellationToken cancellationToken)
    {
        var records = new List<RunRecord>();
        foreach (var folder in folders)
        {
            records.Add(await folder.ReadRecordAsync(cancellationToken));
        }

        return records;
    }
}
