using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The files that other programs read a comparison from; null for none.</summary>
internal sealed record ComparisonFiles(FileInfo? Json, FileInfo? Junit)
{
    /// <exception cref="LabException">A file cannot be written.</exception>
    public void Write(ComparisonResult result)
    {
        Write(Json, stream => ComparisonJson.Write(stream, result));
        Write(Junit, stream => ComparisonJunit.Write(stream, result));
    }

    private static void Write(FileInfo? file, Action<Stream> write)
    {
        if (file is null)
        {
            return;
        }

        try
        {
            file.Directory?.Create();
            using var stream = file.Create();
            write(stream);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"The comparison could not be written: {exception.Message}", exception);
        }
    }
}
