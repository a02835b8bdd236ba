namespace DroneDelivery.LoadTests.Lab.Reports;

/// <summary><c>report</c>: creates a lab's study, or the table and all pages, again from the folders.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("RUNS")
        {
            Description = "Run folders, in the order of the columns; or the folder of a lab, which it printed as \"Runs:\". "
                + RunFolders.LastHelp,
            Arity = ArgumentArity.OneOrMore,
        };
        var shown = new StudyOutputOptions();
        var output = new Option<string?>("--output")
        {
            Description = "The HTML file to write. Default: report.html in the folder that holds the runs, with "
                + "the runs' names where that folder holds others too; the comparison is written next to it.",
        };
        output.Validators.Add(result =>
        {
            if (Path.GetFileName(result.GetValueOrDefault<string?>()) == RunPages.Comparison)
            {
                result.AddError(
                    $"--output cannot be {RunPages.Comparison}: the comparison of several runs is "
                    + "written there, next to the report.");
            }
        });
        var command = new ToolCommand(
            "report",
            "Makes the study of a lab again, from its folder: report.html, report.md and study.json. Of one run its report; of "
            + "several of the whole system the report of each in its folder, "
            + $"one with all of them next to each other, and a comparison (up to six runs). {ExitCode.Help()}")
        {
            folders, output,
        };
        shown.All.ToList().ForEach(command.Options.Add);
        command.SetAction((arguments, token) => RunFolders.UseAsync(
            () => RunAsync(arguments.GetRequiredValue(folders), arguments.GetValue(output), shown.Read(arguments), token),
            "The report could not be made"));
        return command;
    }

    private static async Task RunAsync(string[] paths, string? output, StudyOutput printed, CancellationToken cancellationToken)
    {
        paths = [.. paths.Select(path => RunFolders.Resolve(path, StudyReaders.FindRecord))];
        var folder = RunFolders.FolderOf(paths[0]);
        if (await StudyReaders.FindAsync(paths, cancellationToken) is { } study)
        {
            await StudyRunner.ShowAsync(study, folder, output ?? Path.Combine(folder, StudyRunner.ReportFile), printed);
            return;
        }

        var runs = await Task.WhenAll(paths.Select(path => RunsInAsync(path, cancellationToken)));
        List<RunFolder> folders = [.. runs.SelectMany(ofPath => ofPath).DistinctBy(folder => folder.Path)];
        var isSuite = paths.Length == 1 && folders[0].Path != folder;
        var report = output ?? (isSuite ? Path.Combine(folder, StudyRunner.ReportFile) : PathFor(folders));
        var studyOfRuns = await RunPages.ReadAsync(folders, report, cancellationToken);
        await StudyRunner.ShowAsync(studyOfRuns, isSuite && output is null ? folder : null, report, printed);
    }

    /// <summary>A report of some runs of a suite does not overwrite the report of all its runs.</summary>
    private static string PathFor(IReadOnlyList<RunFolder> folders)
    {
        var parent = FolderOf(folders);
        return folders.Count == 1 || RunFolders.CountIn(parent) <= folders.Count
            ? Path.Combine(parent, RunPages.Report)
            : Path.Combine(parent, RunPages.ReportOf(folders));
    }

    /// <summary>The folder of one run; for several runs, the innermost folder that contains all of them.</summary>
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

    /// <summary>The run itself, or the runs of a suite in the order in which they ran.</summary>
    private static async Task<IEnumerable<RunFolder>> RunsInAsync(string path, CancellationToken cancellationToken)
    {
        var folders = RunFolders.All(path);
        var records = await Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(cancellationToken)));
        return folders.Zip(records).OrderBy(run => run.Second.Manifest.StartedAt).Select(run => run.First);
    }
}
