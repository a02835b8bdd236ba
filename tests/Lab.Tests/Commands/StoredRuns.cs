using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>Run folders in a folder of their own, which goes with the test.</summary>
internal sealed class StoredRuns : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-lab-");

    public string Path => _folder.FullName;

    public void Dispose() => _folder.Delete(recursive: true);

    public string In(string name) => System.IO.Path.Combine(Path, name);

    public async Task<string> WriteAsync(string name, RunRecord? record = null)
    {
        var folder = new RunFolder(In(name));
        await folder.WriteAsync(record ?? SampleRecords.Run, RunSamples.None, TestContext.Current.CancellationToken);
        return folder.Path;
    }
}
