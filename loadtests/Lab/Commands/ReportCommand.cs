using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Folders;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>report</c>: the table and all pages again, from run folders.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("runs")
        {
            Description = "Run folders, in the order of the columns; or a folder that holds some, such "
                + "as the one that tuning printed.",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string?>("--output")
        {
            Description = "The HTML file to write. Default: report.html in the folder that holds the runs, with "
                + "the runs' names where that folder holds others too; the comparison goes beside it.",
        };
        output.Validators.Add(result =>
        {
            if (Path.GetFileName(result.GetValueOrDefault<string?>()) == RunPages.Comparison)
            {
                result.AddError(
                    $"--output cannot be {RunPages.Comparison}: the comparison of several runs is "
                    + "written there, beside the report.");
            }
        });
        var command = new Command(
            "report",
            "Makes the table and the pages again, from run folders: of one run its report; of several the "
            + "report of each in its folder, "
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
            var runs = new List<(RunFolder Folder, RunRecord Record)>();
            foreach (var path in paths)
            {
                runs.AddRange(await RunsInAsync(path, cancellationToken));
            }

            List<RunFolder> folders = [.. runs.Select(run => run.Folder).DistinctBy(folder => folder.Path)];
            var report = output ?? PathFor(folders);
            var pages = await OutputFile.MakeAsync(report, () => RunPages.WriteAsync(folders, report, cancellationToken));
            Console.WriteLine(StudyText.Render(pages.Study.Only(TuningStudy.Overview)));
            Say(pages.Paths);
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

    /// <summary>Some of a suite's runs leave the report of all of them alone.</summary>
    private static string PathFor(IReadOnlyList<RunFolder> folders)
    {
        var parent = FolderOf(folders);
        return folders.Count == 1 || RunFolders.CountIn(parent) <= folders.Count
            ? Path.Combine(parent, RunPages.Report)
            : Path.Combine(parent, RunPages.ReportOf(folders));
    }

    /// <summary>That of one run; of several the innermost folder that holds them all.</summary>
    private static string FolderOf(IReadOnlyList<RunFolder> folders)
    {
        if (folders is [var only])
        {
            return only.Path;
        }

        var parts = folders.Select(folder => folder.Path.Split(Path.DirectorySeparatorChar)).ToList();
        var shared = parts[0]
            .Take(parts.Min(path => path.Length) - 1)
            .TakeWhile((part, index) => parts.All(path => path[index] == part));
        return string.Join(Path.DirectorySeparatorChar, shared) + Path.DirectorySeparatorChar;
    }

    /// <summary>The run itself, or those of a suite in the order in which they ran.</summary>
    private static async Task<IEnumerable<(RunFolder Folder, RunRecord Record)>> RunsInAsync(
        string path, CancellationToken cancellationToken)
    {
        var runs = new List<(RunFolder Folder, RunRecord Record)>();
        foreach (var folder in RunFolders.All(path))
        {
            runs.Add((folder, await folder.ReadRecordAsync(cancellationToken)));
        }

        return runs.OrderBy(run => run.Record.Manifest.StartedAt);
    }
}
