using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.Engine.Tests.Histograms;

public sealed class LatencyDistributionTests
{
    [Fact]
    public void Percentile_NothingUnfinished_IsExactOverSuccessesAndFailures()
    {
        var latency = Ms(successes: [10, 20], failures: [1, 2]);

        Assert.Equal(new LatencyValue(2), latency.Percentile(50));
        Assert.Equal(new LatencyValue(8.25), latency.Mean);
        Assert.Equal(new LatencyValue(20), latency.Max);
    }

    [Fact]
    public void Figures_NothingRecorded_AreNone()
    {
        var latency = new LatencyDistribution();

        Assert.Equal((LatencyValue.None, LatencyValue.None), (latency.Mean, latency.Max));
    }

    [Fact]
    public void Max_LongestFailedOrIsUnfinished_IsThat()
    {
        Assert.Equal(new LatencyValue(30), Ms(successes: [10, 20], failures: [5, 30]).Max);
        Assert.Equal(new LatencyValue(40, AtLeast: true), Ms(successes: [10, 20], unfinished: [5, 40]).Max);
    }

    [Fact]
    public void Merge_ArrivalsWereDropped_AddsThem()
    {
        var (latency, other) = (Ms(successes: [10]), Ms(successes: [20]));
        latency.RecordDropped(2);
        other.RecordDropped(3);

        latency.Merge(other);

        Assert.Equal((2, 5), (latency.Count, latency.Dropped));
    }

    [Fact]
    public void WithoutSuccesses_FailedAndUnfinished_KeepsBoth()
    {
        var failed = Ms(successes: [10], failures: [20], unfinished: [30, 40]).WithoutSuccesses();

        Assert.Equal((0, 1, 2), (failed.Successes.Count, failed.Failures.Count, failed.Unfinished.Count));
    }

    [Fact]
    public void Percentile_BelowAndAmongUnfinished_IsExactAndAtLeast()
    {
        var latency = Ms(successes: [100, 100, 300], unfinished: [200]);

        Assert.Equal(new LatencyValue(100), latency.Percentile(50));
        Assert.Equal(new LatencyValue(200, AtLeast: true), Rounded(latency.Percentile(75)));
        Assert.Equal(new LatencyValue(300, AtLeast: true), Rounded(latency.Percentile(100)));
        Assert.Equal(new LatencyValue(175, AtLeast: true), latency.Mean);
        Assert.Equal(new LatencyValue(300, AtLeast: true), latency.Max);
    }

    // The one that is unfinished at 50 ms may end anywhere, but the 60th of 100 is 100 ms wherever it ends.
    [Fact]
    public void Percentile_BothBoundsInOneBucket_IsExact()
    {
        var latency = Ms(successes: [.. Enumerable.Repeat(100, 99)], unfinished: [50]);

        Assert.Equal(new LatencyValue(100), Rounded(latency.Percentile(60)));
        Assert.Equal(new LatencyValue(50, AtLeast: true), Rounded(latency.Percentile(1)));
        Assert.True(latency.Percentile(99.5).AtLeast, "the slowest is the unfinished one");
    }

    // Values above the histogram's range have no bucket, so that both bounds seem to fall in the same one.
    [Fact]
    public void Percentile_AmongUnfinishedAboveTheRange_IsAtLeast() =>
        Assert.True(Ms(successes: [1], unfinished: [7_200_000]).Percentile(99).AtLeast, "two hours are above the range");

    [Fact]
    public void Percentile_Nothing_IsNone() => Assert.Equal(LatencyValue.None, new LatencyDistribution().Percentile(99));

    [Theory]
    [InlineData(10, 90, true)]
    [InlineData(11, 89, false)]
    public void Percentile_Dropped_IsStatedUpToItsRoom(int dropped, int sent, bool stated)
    {
        var latency = Ms(successes: [.. Enumerable.Repeat(5, sent)]);
        latency.RecordDropped(dropped);

        Assert.Equal(stated, latency.Percentile(90).Milliseconds is not null);
        Assert.Equal(stated ? null : "11 of 100 arrivals were dropped, and p90 leaves room for 10", latency.Percentile(90).NotStated);
        Assert.True(latency.Max.AtLeast, "a dropped arrival may have been the slowest");
    }

    [Fact]
    public void Merge_TwoParts_EqualsTheWhole()
    {
        var whole = Ms(successes: [1, 2, 3], failures: [4], unfinished: [5, 6]);
        var first = Ms(successes: [1, 3], unfinished: [6]);
        whole.RecordDropped(3);
        first.RecordDropped(3);

        first.Merge(Ms(successes: [2], failures: [4], unfinished: [5]));

        Assert.Equal(whole.ToBytes(), first.ToBytes());
        Assert.Equal((6, 3, 3), (first.Count, first.Failed, first.Dropped));
    }

    [Fact]
    public void FromBytes_WhatWasWritten_IsTheSame()
    {
        var latency = Ms(successes: [1, 1, 2_000_000], failures: [7], unfinished: [30_000, 9_000_000]);
        latency.RecordDropped(2);

        var read = LatencyDistribution.FromBytes(latency.ToBytes());

        Assert.Equivalent(latency.Successes.ToRecord(), read.Successes.ToRecord(), strict: true);
        Assert.Equivalent(latency.Failures.ToRecord(), read.Failures.ToRecord(), strict: true);
        Assert.Equivalent(latency.Unfinished.ToRecord(), read.Unfinished.ToRecord(), strict: true);
        Assert.Equal(2, read.Dropped);
    }

    [Fact]
    public void FromBytes_CutShort_IsRefused()
    {
        var bytes = Ms(successes: [1, 2, 3]).ToBytes();

        Assert.Throws<FormatException>(() => LatencyDistribution.FromBytes(bytes[..4]));
    }

    [Fact]
    public void Read_LogOfAllParts_IsTheDistribution()
    {
        var latency = Ms(successes: [1, 2], failures: [3], unfinished: [4]);
        latency.RecordDropped(5);
        var path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}");

        foreach (var name in new[] { path + ".hdr", path + HistogramFile.JsonEnding })
        {
            HistogramFile.Write(name, [.. LatencyLog.Entries(latency, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(1))]);
            var entries = HistogramFile.Read(name);
            File.Delete(name);

            Assert.Equal(latency.ToBytes(), LatencyLog.Read(entries).ToBytes());
            Assert.Equal(4, entries.Single(entry => entry.Tag is null).Histogram.Count);
            Assert.All(entries, entry => Assert.True(LatencyLog.IsLatencyEntry(entry)));
        }
    }

    [Theory]
    [InlineData(5_000.0, true, "at least 5000 ms")]
    [InlineData(5_000.0, false, "5000 ms")]
    [InlineData(null, false, "–")]
    public void ToText_Value_SaysWhetherItIsABound(double? milliseconds, bool atLeast, string text) =>
        Assert.Equal(text, new LatencyValue(milliseconds, atLeast).ToText(ms => $"{ms:0}", " ms"));

    private static LatencyValue Rounded(LatencyValue value) =>
        value with { Milliseconds = value.Milliseconds is { } ms ? Math.Round(ms) : null };

    private static LatencyDistribution Ms(
        IReadOnlyList<int>? successes = null, IReadOnlyList<int>? failures = null, IReadOnlyList<int>? unfinished = null)
    {
        var latency = new LatencyDistribution();
        foreach (var (values, end) in new[]
        {
            (successes, RequestEnd.Success), (failures, RequestEnd.Failure), (unfinished, RequestEnd.Unfinished),
        })
        {
            foreach (var ms in values ?? [])
            {
                latency.Record(ms * 1_000L, end);
            }
        }

        return latency;
    }
}
