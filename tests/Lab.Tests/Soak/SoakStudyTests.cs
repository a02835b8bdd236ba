using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Soak;

namespace DroneDelivery.Lab.Tests.Soak;

public sealed class SoakStudyTests
{
    /// <summary>A MiB a minute.</summary>
    internal static SoakFigures Leaking => Record(
    [
        new("package", "memory", "MiB", [.. Enumerable.Range(0, 600).Select(second => new ChartPoint(second, 100 + (second / 60.0)))]),
    ]);

    [Fact]
    public void Summary_OfARun_CountsEveryRequest() => Assert.Equal(
        "package: 250 req/s for 5 min; 75,094 successful, 8 failed (5 of them unanswered at the end), 2 dropped.",
        SoakStudy.Build(Record([])).Summary);

    [Fact]
    public void Slopes_OfAFewSamples_AreTooShortToTell()
    {
        var study = SoakStudy.Build(Record([new SoakSeries("package", "threads", "", [new ChartPoint(0, 20), new ChartPoint(1, 22)])]));

        var row = Assert.Single(study.Tables.Single().Rows);
        Assert.Equal(("package", "21", "too short to tell"), (row[0].Text, row[2].Text, row[^1].Text));
        Assert.Single(study.Parts<StudyChart>());
    }

    /// <summary>A line through values that are at least so large can rise or fall in truth.</summary>
    [Fact]
    public void Slopes_OfLowerBounds_AreNotDecided()
    {
        var rising = Enumerable.Range(0, 100).Select(period => new ChartPoint(period, period) { AtLeast = period > 50 });

        var study = SoakStudy.Build(Record([new SoakSeries("requests", "p99", "ms", [.. rising])]));

        var row = Assert.Single(study.Tables.Single().Rows);
        Assert.Equal(("at least 49.5", "–", "–", "–"), (row[2].Text, row[4].Text, row[5].Text, row[6].Text));
        Assert.StartsWith("not decided", row[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Slopes_OfALeak_HaveItsIntervalForPrograms()
    {
        var table = SoakStudy.Build(Leaking).Tables.Single();

        var row = table.Columns.Zip(Assert.Single(table.Rows)).ToDictionary(cell => cell.First.Key, cell => cell.Second);
        Assert.Equal(60, (double)row["changePerHour"].Value!, 6);
        Assert.Equal("changes", row["found"].Text);
    }

    /// <summary>Five minutes at 250 requests a second.</summary>
    internal static RunRecord Run
    {
        get
        {
            var latency = new LatencyDistribution();
            latency.Record(20_000, RequestEnd.Success);
            var run = SampleRecords.Run;
            return run with
            {
                Manifest = run.Manifest with
                {
                    Lab = SoakStudy.Name,
                    Title = "package",
                    Configuration = new Dictionary<string, string> { ["rate"] = "250" },
                },
                Load = run.Load with
                {
                    DurationSeconds = 300,
                    Successful = 75_094,
                    ClientErrors = 3,
                    CutOff = 7,
                    Unanswered = 5,
                    Arrivals = new ArrivalRecord(75_106, 0, 2),
                    Seconds = [.. run.Load.Seconds.Select(second => second with { Latency = latency.ToBytes() })],
                },
            };
        }
    }

    private static SoakFigures Record(IReadOnlyList<SoakSeries> series) => new(Run, Rate: 250, Capacity: null, series);
}
