namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>Finds the runs of a path: a run folder, or a folder that contains the runs of a suite.</summary>
internal static class RunFolders
{
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
        var folder = new RunFolder(File.Exists(path) ? Path.GetDirectoryName(Path.GetFullPath(path))! : path);
        return IsRun(folder) ? [folder]
            : !Directory.Exists(folder.Path) ? throw new LabException($"There is no folder {folder.Path}.")
            : Inside(folder.Path) is { Count: > 0 } inside
                ? [.. inside.OrderBy(run => run.WrittenAt).ThenBy(run => run.Path, StringComparer.Ordinal)]
                : throw new LabException($"{folder.Path} is no run folder and holds none: there is no run.json in it.");
    }

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

    private static List<RunFolder> Inside(string path) =>
        [.. Directory.EnumerateDirectories(path).Select(inner => new RunFolder(inner)).Where(IsRun)];

    private static bool IsRun(RunFolder folder) => folder.HoldsRun || File.Exists(folder.DatabaseFile);
}
