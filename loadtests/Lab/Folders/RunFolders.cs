namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>Finds the runs of a path: a run folder, or a folder that contains the runs of a suite.</summary>
internal static class RunFolders
{
    /// <summary>Where runs are unless a command line names another folder.</summary>
    public const string Default = "runs";

    /// <summary>Stands where a folder does: the latest run, or suite of runs, below <c>runs/</c>.</summary>
    public const string Last = "--last";

    public const string LastHelp = $"{Last} is the latest below {Default}/.";

    private const int MaxNamed = 8;

    /// <param name="other">What the argument may name in place of a run folder.</param>
    public static Argument<string> Argument(string name, string other) =>
        new(name) { Description = $"A run folder, {other}. {LastHelp}" };

    /// <summary>The path itself, or for <see cref="Last"/> that of the latest run.</summary>
    /// <param name="recordIn">Finds the record of a lab without run folders; null if these do not count.</param>
    /// <exception cref="LabException">There is no run.</exception>
    public static string Resolve(string path, Func<string, string?>? recordIn = null) =>
        path == Last ? Latest(Default, recordIn) : path;

    internal static string Latest(string runs, Func<string, string?>? recordIn = null)
    {
        DateTime WrittenAt(string folder) => RunsIn(folder).Select(run => run.WrittenAt)
            .Concat(recordIn?.Invoke(folder) is { } record ? [File.GetLastWriteTimeUtc(record)] : Array.Empty<DateTime>())
            .Append(DateTime.MinValue).Max();

        return Folders(runs).Select(folder => (Path: folder, WrittenAt: WrittenAt(folder)))
                .Where(folder => folder.WrittenAt > DateTime.MinValue).OrderBy(folder => folder.WrittenAt).LastOrDefault().Path
            ?? throw new LabException($"There is no run below {Path.GetFullPath(runs)} yet.");
    }

    /// <summary>The only run of a path. The path of its <c>run.json</c> or <c>run.sqlite</c> is accepted as well.</summary>
    /// <exception cref="LabException">There is no folder or no run, or there are several; the message lists them.</exception>
    public static RunFolder One(string path) => All(path) switch
    {
        [var only] => only,
        var several => throw new LabException(
            $"{path} holds {several.Count} runs; name one of them: {string.Join(", ", several.Select(run => run.Path))}"),
    };

    /// <summary>The folder itself, or the run folders in it, in the order in which they were written.</summary>
    /// <exception cref="LabException">The folder does not exist, or contains no run.</exception>
    public static IReadOnlyList<RunFolder> All(string path)
    {
        var folder = FolderOf(Resolve(path));
        return !Directory.Exists(folder) ? throw new LabException($"There is no folder {folder}.{Neighbours(folder)}")
            : RunsIn(folder) is { Count: > 0 } runs
                ? [.. runs.OrderBy(run => run.WrittenAt).ThenBy(run => run.Path, StringComparer.Ordinal)]
                : throw new LabException($"{folder} is no run folder and holds none: there is no run.json in it.");
    }

    /// <summary>The full path of a folder, or of the folder that contains a file; without a separator at its end.</summary>
    public static string FolderOf(string path)
    {
        var full = Path.GetFullPath(path);
        return Path.TrimEndingDirectorySeparator(File.Exists(full) ? Path.GetDirectoryName(full)! : full);
    }

    /// <summary>Runs work that reads or writes run folders, and reports errors as <see cref="ReadAsync"/> does.</summary>
    public static Task UseAsync(Func<Task> work, string failed, string kept = "") => ReadAsync(
        async () =>
        {
            await work();
            return true;
        },
        failed,
        kept);

    /// <param name="read">Reads files of a run folder.</param>
    /// <param name="failed">The start of the error message.</param>
    /// <param name="kept">A sentence for its end: the results that are kept.</param>
    /// <exception cref="LabException">The run cannot be read; the message is one line.</exception>
    public static async Task<T> ReadAsync<T>(
        Func<Task<T>> read, string failed = "The run could not be read", string kept = "")
    {
        try
        {
            return await read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException($"{failed}: {exception.Message} {kept}".TrimEnd(), exception);
        }
    }

    /// <summary>Whether a run folder with its record is in an existing folder.</summary>
    public static bool HoldsAny(string path) => Inside(path).Exists(run => run.HoldsRun);

    /// <summary>The number of run folders in an existing folder.</summary>
    public static int CountIn(string path) => Inside(path).Count;

    private static IReadOnlyList<RunFolder> RunsIn(string path) => new RunFolder(path) is var folder && IsRun(folder)
        ? [folder]
        : Inside(path);

    private static List<RunFolder> Inside(string path) => [.. Folders(path).Select(inner => new RunFolder(inner)).Where(IsRun)];

    private static IEnumerable<string> Folders(string path) => Directory.Exists(path) ? Directory.EnumerateDirectories(path) : [];

    /// <summary>The names of runs that are there in place of a folder that is not.</summary>
    private static string Neighbours(string missing)
    {
        List<string> names =
        [
            .. Folders(Path.GetDirectoryName(missing)!).Where(folder => RunsIn(folder).Count > 0)
                .Select(folder => Path.GetFileName(folder)).OrderDescending(StringComparer.Ordinal),
        ];
        var listed = $" Runs there: {string.Join(", ", names.Take(MaxNamed))}{(names.Count > MaxNamed ? ", ..." : ".")}";
        return Suggestion.For(Path.GetFileName(missing), [.. names, Last]) + (names.Count > 0 ? listed : "");
    }

    private static bool IsRun(RunFolder folder) => folder.HoldsRun || File.Exists(folder.DatabaseFile);
}
