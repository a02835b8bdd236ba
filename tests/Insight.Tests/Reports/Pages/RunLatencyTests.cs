using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>What the page says of latency.</summary>
public sealed class RunLatencyTests : WrittenPage
{
    [Fact]
    public async Task WriteAsync_LatencyGrows_SaysSoAndNamesNoCause()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45)]));

        var caption = Caption(page, "Latency over time");
        Assert.Contains("Latency grows during the run. Mean ", caption);
        Assert.DoesNotContain("queue", caption);
    }

    [Fact]
    public async Task WriteAsync_LatencyGrowsAfterASlowStart_GivesTheMeansOfAllThirds()
    {
        var run = RunWith(second => (40, second < 15 ? 100 : second < 30 ? 50 : 60));

        var caption = Caption(Parse(await WriteAsync([(run, [])])), "Latency over time");

        Assert.Contains("Latency grows after the first third of the run. Mean of its thirds: 100 ms, 50 ms, 60 ms.", caption);
    }

    [Fact]
    public async Task WriteAsync_SecondsThatMakeNoEqualThirds_AreAllInTheMeans()
    {
        // 44 seconds: thirds of 14, 16 and 14.
        var run = RunWith(second => (40, second is 28 or 29 ? 450 : second is >= 14 and < 28 ? 50 : 100), seconds: 44);

        var caption = Caption(Parse(await WriteAsync([(run, [])])), "Latency over time");

        Assert.Contains("Mean of its thirds: 100 ms, 100 ms, 100 ms.", caption);
    }

    [Fact]
    public async Task WriteAsync_Throughput_HasItsMeanAndItsHighest() => Assert.Contains(
        "19.6 requests per second on average, at most 20.",
        Caption(Parse(await WriteAsync([(RunWith(_ => (40, 100)), [])])), "Throughput over time"));

    private static RunRecord RunWith(Func<int, (int Users, double MeanMs)> at, int seconds = 45) => SampleRecords.Run with
    {
        Load = SampleRecords.Run.Load with
        {
            Seconds =
            [
                .. Enumerable.Range(0, seconds).Select(second =>
                    new SecondSample(second, at(second).Users, 20, 0, at(second).MeanMs, at(second).MeanMs, at(second).MeanMs)),
            ],
        },
    };

    [Fact]
    public async Task WriteAsync_RequestsWithWholeTraces_SaysWhereTheTimeWentAndWhatNothingExplains()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);
        var samples = SyntheticSamples.Create(run, 60, 40);

        var page = Parse(await WriteAsync([(run.Record(), samples)]));

        var breakdown = BreakdownByPercentile.FromRequests(LatencyBreakdown.FromSamples(samples))!;
        var caption = Caption(page, "Parts of the latency");
        Assert.Matches("Around the median most is the database itself, [0-9]+ ms of a mean of [0-9]+ ms; in the slowest 2 % ", caption);
        Assert.Contains($"Unexplained: {FigureText.Share(breakdown.Median.RestShare)} around the median", caption);
        Assert.Equal(!breakdown.IsExplained, caption.Contains("That is more than 2 % or 5 %: spans are missing"));
        Assert.Contains("The parts of the latency and the findings rest on 40 of the sample", Section(page, "parts").Value);
        Assert.Contains($"all requests{FigureText.Share(breakdown.All.RestShare)}", Section(page, "parts").Value);
    }

    // A bar is a mean of requests, which is not a percentile.
    [Fact]
    public async Task WriteAsync_PartsOfRequestsAroundAPercentile_AreNotNamedAsThePercentile()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))]));

        var chart = page.Descendants("figure").Single(figure => figure.Element("h3")?.Value == "Parts of the latency");
        Assert.Equal(["around p50", "around p90", "slowest 2 %"], chart.Descendants("text")
            .Where(text => text.Attribute("class")?.Value == "bar-label").Select(text => text.Value));
        Assert.DoesNotContain("at p99", chart.Value);
    }

    [Theory]
    [InlineData(950, "With 950 requests, p99.9 and p99.99 are the slowest of them.")]
    [InlineData(5_000, "With 5,000 requests, p99.99 is the slowest of them.")]
    [InlineData(10_000, null)]
    public async Task WriteAsync_FewRequests_SaysWhichPercentilesAreTheSlowest(int requests, string? words)
    {
        var load = SampleRecords.Run.Load with { Successful = requests, ClientErrors = 0 };

        var caption = Caption(Parse(await WriteAsync([(SampleRecords.Run with { Load = load }, [])])), "Latency by percentile");

        Assert.Equal(words is not null, caption.Contains("the slowest of them", StringComparison.Ordinal));
        Assert.Contains(words ?? "", caption);
    }

    [Fact]
    public async Task WriteAsync_BoundsAndUnstatedPercentiles_AreInTheKeyFigures()
    {
        var load = SampleRecords.Run.Load;
        var latency = load.Latency with
        {
            AtLeast = ["p50"],
            NotStated = new Dictionary<string, string> { ["p99"] = "arrivals were dropped" },
        };

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Load = load with { Latency = latency } }, [])]));

        Assert.Contains("Median latencyat least 630 msp99 latency–Failed", FindByClass(page, "dl", "tiles").Value);
        var caption = Caption(page, "Latency distribution");
        Assert.Contains("p50 is at least 630 ms, p99 –.", caption);
        var marks = Section(page, "latency").Descendants("text").Select(text => text.Value).Where(text => text.StartsWith('p'));
        Assert.Contains("p50 at least 630 ms", marks);
        Assert.DoesNotContain("p99 –", marks);
    }

    [Fact]
    public async Task WriteAsync_ServiceTimeWasMeasured_SaysWhatItIs()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, [])]));
        var other = Parse(await WriteAsync([(SampleRecords.OtherEngine, [])]));

        Assert.Contains("Service time is that of successful requests from sending to the end", Section(page, "latency").Value);
        Assert.DoesNotContain("Service time is", Section(other, "latency").Value);
    }

    [Fact]
    public async Task WriteAsync_SlowestRequestsHang_DrawsTheirPercentilesAsBounds()
    {
        var latency = new LatencyDistribution();
        for (var request = 0; request < 1_000; request++)
        {
            latency.Record(request < 980 ? 100_000 : 5_000_000, request < 980 ? RequestEnd.Success : RequestEnd.Unfinished);
        }

        var second = new SecondSample(0, 10, 980, 0, 200, 100, 100) { Latency = latency.ToBytes() };
        var run = SampleRecords.Run with
        {
            Load = SampleRecords.Run.Load with { DurationSeconds = 1, Seconds = [second], Latency = LatencySummary.FromDistribution(latency) },
        };

        var page = Parse(await WriteAsync([(run, [])]));

        var chart = page.Descendants("figure").Single(figure => figure.Element("h3")?.Value == "Latency by percentile");
        var rows = chart.Descendants("tr").Select(row => row.Value).ToList();
        Assert.Contains("p90100", rows);
        Assert.Contains(rows, row => row.StartsWith("p99at least ", StringComparison.Ordinal));
        Assert.Contains("the table says \"at least\"", chart.Element("figcaption")!.Value);
        Assert.Matches(@"p99 at least [\d,]+ ms, at least [\d.]+ times as long\.", Caption(page, "Latency distribution"));
    }

    [Fact]
    public async Task WriteAsync_TwoRuns_DrawsChartsOfOneKindToOneScale()
    {
        var page = Parse(await WriteAsync(
            [(Run(TuningLab.Baseline), RunSamples.None), (Run(TuningLab.OwnerKey), RunSamples.None)]));

        var charts = Section(page, "load").Descendants("svg").Concat(Section(page, "latency").Descendants("svg")).ToList();
        Assert.Equal(10, charts.Count);
        Assert.All(charts.Chunk(2), pair => Assert.Equal(Ticks(pair[0]), Ticks(pair[1])));

        static RunRecord Run(TuningScenario scenario) => new SyntheticRun(scenario, 45).Record();

        static IEnumerable<string> Ticks(XElement chart) => chart.Elements("text")
            .Where(text => (text.Attribute("class")?.Value, text.Attribute("text-anchor")?.Value) == ("tick", "end"))
            .Select(text => text.Value);
    }
}
