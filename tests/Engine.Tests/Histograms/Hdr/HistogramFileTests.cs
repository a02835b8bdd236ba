using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.Engine.Tests.Histograms.Hdr;

public sealed class HistogramFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("a.hdr")]
    [InlineData("a.hist.json")]
    public void File_WrittenAndReadBack_HoldsTheSameHistogram(string name)
    {
        var histogram = Samples.Record([.. Samples.Draw("lognormal", 1_000), 1L << 40]);

        HistogramFile.Write(In(name), [new HdrLogEntry(null, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(1), histogram)]);

        var entry = Assert.Single(HistogramFile.Read(In(name)));
        Assert.Equivalent(histogram.ToRecord(), entry.Histogram.ToRecord(), strict: true);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("1, 2")]
    [InlineData("""{"bucketsPerOctave":1024,"indexes":[],"counts":[],"tagged":{"slow":null}}""")]
    [InlineData("""{"bucketsPerOctave":1024,"indexes":[],"counts":[],"tagged":{"slow":{}}}""")]
    public void Read_OtherJson_IsRefused(string text)
    {
        File.WriteAllText(In("a.hist.json"), text);

        Assert.StartsWith("It ", Assert.Throws<FormatException>(() => HistogramFile.Read(In("a.hist.json"))).Message);
    }

    private string In(string name) => Path.Combine(_folder.FullName, name);
}
