namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>Reads the runs of a command line. Errors are reported in one line.</summary>
internal static class RunReader
{
    /// <param name="read">Reads files of a run folder.</param>
    /// <exception cref="LabException">The run cannot be read.</exception>
    public static async Task<T> ReadAsync<T>(Func<Task<T>> read)
    {
        try
        {
            return await read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException($"The run could not be read: {exception.Message}", exception);
        }
    }
}
