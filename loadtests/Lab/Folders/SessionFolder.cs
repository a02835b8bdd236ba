namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>The folder that a command creates for its runs and for the logs of the processes: <c>{time}-{name}</c>.</summary>
internal static class SessionFolder
{
    /// <returns>A path that does not exist. It ends with a number if an earlier command has the same second and name.</returns>
    public static string PathOf(string runsFolder, string name, TimeProvider time)
    {
        var path = Path.GetFullPath(Path.Combine(runsFolder, $"{time.GetLocalNow():yyyyMMdd-HHmmss}-{name}"));
        return Enumerable.Range(1, int.MaxValue)
            .Select(number => number == 1 ? path : $"{path}-{number}")
            .First(candidate => !Path.Exists(candidate));
    }

    /// <summary>Creates the folder of <see cref="PathOf"/>, also if other processes create one in the same second.</summary>
    /// <exception cref="LabException">The folder cannot be created.</exception>
    public static string Create(string runsFolder, string name, TimeProvider time)
    {
        using var choosing = new Mutex(initiallyOwned: false, @"Global\DroneDelivery.SessionFolder");
        try
        {
            choosing.WaitOne();
        }
        catch (AbandonedMutexException)
        {
            // The process that owned it was killed: it is owned here now.
        }

        try
        {
            var path = PathOf(runsFolder, name, time);
            Make(path);
            return path;
        }
        finally
        {
            choosing.ReleaseMutex();
        }
    }

    public static void DeleteIfEmpty(string path)
    {
        if (Directory.Exists(path) && !Directory.EnumerateFileSystemEntries(path).Any())
        {
            Directory.Delete(path);
        }
    }

    /// <exception cref="LabException">The folder cannot be created.</exception>
    public static void Make(string path)
    {
        try
        {
            Directory.CreateDirectory(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException(
                $"The folder {path} cannot be made: {exception.Message} Choose another place with --runs.", exception);
        }
    }
}
