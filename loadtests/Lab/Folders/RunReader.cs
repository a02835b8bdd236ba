using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>Reads the runs of a command line. Errors are reported in one line.</summary>
internal static class RunReader
{
    /// <exception cref="LabException">The run cannot be read.</exception>
    public static Task<RunRecord> ReadRecordAsync(RunFolder folder, CancellationToken cancellationToken) =>
        ReadAsync(() => folder.ReadRecordAsync(cancellationToken));

    /// <exception cref="LabException">The run cannot be read.</exception>
    public static Task<RunSamples> ReadSamplesAsync(RunFolder folder, CancellationToken cancellationToken) =>
        ReadAsync(() => folder.ReadSamplesAsync(cancellationToken));

    /// <exception cref="LabException">The run cannot be read.</exception>
    public static Task<RunData> ReadDataAsync(RunFolder folder, CancellationToken cancellationToken) =>
        ReadAsync(async () =>
            new RunData(await folder.ReadRecordAsync(cancellationToken), await folder.ReadSamplesAsync(cancellationToken)));

    private static async Task<T> ReadAsync<T>(Func<Task<T>> read)
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
