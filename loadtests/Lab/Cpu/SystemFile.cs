namespace DroneDelivery.LoadTests.Lab.Cpu;

/// <summary>
/// Reads files of <c>/proc</c> and <c>/sys</c>. A file of a process may disappear while it is read; the result is then null.
/// </summary>
internal static class SystemFile
{
    public static string? TryRead(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllText(path) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
