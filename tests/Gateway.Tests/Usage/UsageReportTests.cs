using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>The sums of usage, and what a report makes of them.</summary>
public sealed class UsageReportTests
{
    private static readonly UsageFilter Filter = new(60, 3_660, 60, Keys: null, Route: null);

    [Fact]
    public void Sums_MeanIsInMillisecondsWithThreeDigits()
    {
        var figures = new UsageFigures();
        figures.Count(1, 10, 2_000);
        figures.Count(2, 20, 3_000);
        figures.Count(3, 30, 5_001);

        var sums = UsageSums.FromFigures(figures);

        Assert.Equal(new UsageSums(3, 6, 60, 3.334, 5, 25), sums);
    }

    [Fact]
    public void Sums_OfNothing_MeanIsZeroAndQuantilesAreUnknown() =>
        Assert.Equal(new UsageSums(0, 0, 0, 0, null, null), UsageSums.FromFigures(new UsageFigures()));

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(2, 2, 0)]
    [InlineData(1_000, 1_000, 0)]
    [InlineData(1_003, 1_000, 3)]
    public void Create_ManyRows_LeavesOutThoseWithFewestRequestsAndCountsThem(int rows, int shown, int leftOut)
    {
        var read = Enumerable.Range(1, rows).ToDictionary(
            number => new UsageKey($"k{number}", "/a", 200), number => new UsageFigures { Requests = number });

        var report = Create(read);

        Assert.Equal(leftOut, report.RowsLeftOut);
        Assert.Equal(
            Enumerable.Range(0, shown).Select(number => (long)(rows - number)), report.Rows.Select(row => row.Sums.Requests));
    }

    [Fact]
    public void Create_Intervals_AreSummedInTheTotal()
    {
        var report = Create(
            [],
            KeyValuePair.Create(60L, new UsageFigures { Requests = 1, BytesIn = 2, BytesOut = 3, Microseconds = 4_000 }),
            KeyValuePair.Create(120L, new UsageFigures { Requests = 3, BytesIn = 5, BytesOut = 7, Microseconds = 8_000 }));

        Assert.Equal((4, 7, 10, 3), (report.Total.Requests, report.Total.BytesIn, report.Total.BytesOut, report.Total.MeanMs));
        Assert.Equal(
            [(DateTimeOffset.UnixEpoch.AddSeconds(60), 1L, 4d), (DateTimeOffset.UnixEpoch.AddSeconds(120), 3L, 2.667)],
            report.Intervals.Select(interval => (interval.Start, interval.Sums.Requests, interval.Sums.MeanMs)));
        Assert.Equal(
            (DateTimeOffset.UnixEpoch.AddSeconds(60), DateTimeOffset.UnixEpoch.AddSeconds(3_660), 60),
            (report.From, report.To, report.IntervalSeconds));
    }

    [Fact]
    public void Add_OtherFigures_EachSumGrows()
    {
        var figures = UsageFigures.FromSums([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

        figures.Add(UsageFigures.FromSums([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_100]));

        Assert.Equal([101, 202, 303, 404, 505, 606, 707, 808, 909, 1_010, 1_111], figures.ToArray());
    }

    [Fact]
    public void Batch_RowsAddedToIt_RequestsAreTheSumOfAllRows()
    {
        var (first, second, third) =
            (new UsageKey("k1", "/a", 200), new UsageKey("k2", "/a", 200), new UsageKey("k3", "/a", 200));
        var batch = UsageFile.Batch("a", 1, (first, 2), (second, 3));

        batch.Add(UsageFile.Batch("b", 1, (second, 4), (third, 5)).Rows);

        Assert.Equal(14, batch.Requests);
        Assert.Equal([2, 7, 5], new[] { first, second, third }.Select(key => batch.Rows[key].Requests));
    }

    private static UsageReport Create(
        Dictionary<UsageKey, UsageFigures> rows, params KeyValuePair<long, UsageFigures>[] intervals) =>
        UsageReport.Create(Filter, new UsageRead(rows, intervals), new Dictionary<string, StoredKey>());
}
