using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The files that other programs read a comparison from; null for none.</summary>
internal sealed record ComparisonFiles(FileInfo? Json, FileInfo? Junit)
{
    /// <summary>Before runs whose comparison must not be lost.</summary>
    /// <exception cref="LabException">There can be no such file.</exception>
    public void Prepare()
    {
        OutputFile.Prepare(Json);
        OutputFile.Prepare(Junit);
    }

    /// <exception cref="LabException">A file cannot be written.</exception>
    public void Write(ComparisonResult result)
    {
        OutputFile.Write(Json, stream => ComparisonJson.Write(stream, result));
        OutputFile.Write(Junit, stream => ComparisonJunit.Write(stream, result));
    }
}
