using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.Engine.Tests.Histograms.Hdr;

public sealed class HdrLogTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 12, 0, 0, 250, TimeSpan.Zero);

    public static TheoryData<string> Shapes => [.. Samples.Shapes];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Log_WrittenAndReadBack_HoldsTheSameHistogram(string shape)
    {
        var histogram = Samples.Record(Samples.Draw(shape, 20_000));

        var entry = Assert.Single(Read(Write(Entry(histogram))));

        Assert.Null(entry.Tag);
        Assert.Equal((Start, TimeSpan.FromSeconds(60)), (entry.StartedAt, entry.Length));
        Assert.Equivalent(histogram.ToRecord(), entry.Histogram.ToRecord(), strict: true);
    }

    [Fact]
    public void Log_ValuesAboveTheRange_AreReadBackAsTheyWere()
    {
        var tooLong = (long)TimeSpan.FromHours(2).TotalMicroseconds;

        foreach (var values in new long[][] { [5, tooLong, tooLong + 1], [tooLong], [uint.MaxValue, tooLong] })
        {
            var histogram = Samples.Record(values);

            Assert.Equivalent(histogram.ToRecord(), Assert.Single(Read(Write(Entry(histogram)))).Histogram.ToRecord(), strict: true);
        }
    }

    [Fact]
    public void Log_SeveralTags_AreKeptApartAndEmptyOnesLeftOut()
    {
        var (latency, service) = (Samples.Record([10, 20]), Samples.Record([5]));

        var entries = Read(Write(Entry(latency), Entry(service) with { Tag = "service-time" }, Entry(new()) with { Tag = "errors" }));

        Assert.Equal([null, "service-time"], entries.Select(entry => entry.Tag));
        Assert.Equivalent(service.ToRecord(), entries[1].Histogram.ToRecord(), strict: true);
    }

    [Fact]
    public void Log_PutTogetherFromTwo_IsTheirExactSum()
    {
        var (one, other) = (Samples.Draw("bimodal", 999), Samples.Draw("exponential", 1_001));

        var both = Assert.Single(Read(Write(Entry(Samples.Record(one))) + Write(Entry(Samples.Record(other)))));

        Assert.Equivalent(Samples.Record([.. one, .. other]).ToRecord(), both.Histogram.ToRecord(), strict: true);
    }

    [Fact]
    public void Log_WithoutTheExactFigures_HasTheSameCountsAndPercentiles()
    {
        var histogram = Samples.Record(Samples.Draw("lognormal", 5_000));
        var foreign = string.Join('\n', Write(Entry(histogram)).Split('\n').Where(line => !line.Contains("Exact", StringComparison.Ordinal)));

        var read = Assert.Single(Read(foreign)).Histogram;

        Assert.Equal(histogram.ToRecord().Counts, read.ToRecord().Counts);
        Assert.Equal(histogram.ValueAtPercentile(99), read.ValueAtPercentile(99));
        Assert.InRange(read.Mean, histogram.Mean * 0.9995, histogram.Mean * 1.0005);
    }

    /// <summary>Its own reader says: 10,002 values, p50 5,003 (the upper end of the bucket), mean 5,199.9.</summary>
    [Fact]
    public void Log_OfAnotherProgram_IsRead()
    {
        var entry = Assert.Single(Read(Recorded.WithThreeDigits));

        Assert.Equal(10_002, entry.Histogram.Count);
        Assert.Equal(2, entry.Histogram.ToRecord().Counts[^1]);
        Assert.InRange(entry.Histogram.Max, 999_000, 1_001_000);
        Assert.InRange(entry.Histogram.ValueAtPercentile(50), 5_000, 5_003);
        Assert.InRange(entry.Histogram.Mean, 5_199, 5_201);
    }

    [Theory]
    [InlineData("some text", "line 1: It is no line of a histogram log")]
    [InlineData("# fine\n0,1,2,aGVsbG8gd29ybGQ=", "line 2: It is no histogram in HdrHistogram's compressed V2 encoding")]
    [InlineData("0,1,2,HISTFAAAAAVoZWxsbw==", "line 1: The histogram cannot be decompressed")]
    [InlineData("0,1,2,HIST", "line 1: It is no histogram")]
    [InlineData("0,1,2,x", "line 1: ")]
    public void Read_SomethingElse_SaysWhichLineAndWhy(string log, string message) =>
        Assert.StartsWith(message, Assert.Throws<FormatException>(() => Read(log)).Message);

    [Fact]
    public void Read_OtherBuckets_SaysWhichCanBeRead() => Assert.EndsWith(
        "Its values have 2 significant digits from 1 on; 3 digits from 1 us on can be read.",
        Assert.Throws<FormatException>(() => Read(Recorded.WithTwoDigits)).Message);

    [Fact]
    public void Read_ExactFiguresOfOtherValues_AreRefused()
    {
        var log = Write(Entry(Samples.Record([10, 20]))).Replace("max=20", "max=9000", StringComparison.Ordinal);

        Assert.Contains("not those of the histogram", Assert.Throws<FormatException>(() => Read(log)).Message);
    }

    private static HdrLogEntry Entry(LatencyHistogram histogram) => new(null, Start, TimeSpan.FromSeconds(60), histogram);

    private static string Write(params IReadOnlyList<HdrLogEntry> entries)
    {
        using var writer = new StringWriter();
        HdrLogWriter.Write(writer, entries);
        return writer.ToString();
    }

    private static IReadOnlyList<HdrLogEntry> Read(string log) => HdrLogReader.Read(new StringReader(log));
}
