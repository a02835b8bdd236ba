namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>The folder that a command creates for its runs and for the logs of the processes: <c>{time}-{name}</c>.</summary>
internal static class SessionFolder
{
    public static string PathOf(string runsFolder, string name, TimeProvider time) =>
        Path.GetFullPath(Path.Combine(runsFolder, $"{time.GetLocalNow():yyyyMMdd-HHmmss}-{name}"));

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
