using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>What the page says of runs.</summary>
public sealed class TuningStudyTests : TuningPage
{
    [Fact]
    public async Task WriteAsync_FourTests_TellsTheStoryOfTheStudy()
    {
        var path = await WriteAsync([.. TuningLab.Scenarios.Select(scenario => new SyntheticRun(scenario, 45))]);

        var page = Parse(path);
        var verdicts = FindByClass(page, "ul", "verdicts").Elements("li").Select(item => item.Value).ToList();
        Assert.Contains("out of request units", verdicts[0]);
        Assert.Contains("one after another", verdicts[1]);
        Assert.Contains("Each operation asks all 9 partitions", verdicts[2]);
        Assert.Contains("Compared with Test 3: parallel query: req/s", verdicts[3]);
        var explanation = Section(page, "explanation").Value;
        Assert.Contains("Next step: Query the partitions in parallel. (--max-concurrency -1) Predicted: ", explanation);
        Assert.Contains("9 Cosmos calls, none overlapping: a staircase", Caption(page, "Test 1: baseline: median request"));
        Assert.Contains(
            "10 Cosmos calls, none overlapping: a staircase. 1 call was throttled, and 612 ms",
            Caption(page, "Test 1: baseline: p99 and slowest request"));
        Assert.Contains("9 Cosmos calls, none overlapping: a staircase", Caption(page, "Test 2: more RU/s: median request"));
        Assert.Contains(
            "9 Cosmos calls, up to 9 at the same time: a comb", Caption(page, "Test 3: parallel query: median request"));
        Assert.Contains("a single Cosmos call", Caption(page, "Test 4: partition key: median request"));
        var load = Section(page, "load").Descendants("figcaption").First().Value;
        Assert.Contains("throughput stops rising while users still grow", load);
    }

    [Fact]
    public async Task WriteAsync_LatencyGrows_SaysSoAndNamesNoCause()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45)]));

        var caption = Caption(page, "Latency over time");
        Assert.Contains("latency grows during the run. Mean ", caption);
        Assert.DoesNotContain("queue", caption);
    }

    [Fact]
    public async Task WriteAsync_ThrottledCall_DrawsItsWaitHatched()
    {
        var path = await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45)]);

        var wait = Section(Parse(path), "waterfalls").Descendants("rect").Single(
            bar => (string?)bar.Attribute("class") == "wait");
        var chart = wait.Ancestors("svg").Single();
        var pattern = chart.Descendants("pattern").Single();
        Assert.Equal($"url(#{pattern.Attribute("id")!.Value})", wait.Attribute("fill")!.Value);
        Assert.Contains(chart.Descendants("text"), text => text.Value == "waiting to retry 612 ms");
    }

    [Fact]
    public async Task WriteAsync_OneRunWithEverythingKept_ShowsEachProcessOverTime()
    {
        var run = new SyntheticRun(TuningLab.OwnerKey, 60);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))]));

        Assert.Contains("package with 0.58", Caption(page, "Processor over time"));
        Assert.Contains("delivery with 3; highest: delivery with 3", Caption(page, "Garbage collection"));
        Assert.Contains("highest: delivery with 9", Caption(page, "Thread pool queue"));
        Assert.Contains("gateway0.14 (0.29)120 (133)23 (23)12 (12)8 (8)4.5 (9)88177", Section(page, "processes").Value);
        Assert.Contains("“owner-0001” used the most", Caption(page, "Top logical keys"));
        Assert.Contains("Traces left out1,234", Section(page, "setup").Value);
        Assert.Contains("for the user, of which", Caption(page, "Test 4: partition key: median request"));
        Assert.Contains("delivery utilization takes", Caption(page, "Calls from the gateway to its backends"));
        Assert.Contains("an operation makes 1 call and costs 3.2 RU", Caption(page, "Calls and RU of one operation"));
    }

    [Fact]
    public async Task WriteAsync_RequestsWithWholeTraces_SaysWhereTheTimeWentAndWhatNothingExplains()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);
        var samples = SyntheticSamples.Create(run, 60, 40);

        var page = Parse(await WriteAsync([(run.Record(), samples)]));

        var breakdown = BreakdownByPercentile.FromRequests(LatencyBreakdown.FromSamples(samples))!;
        var caption = Caption(page, "Parts of the latency");
        Assert.Matches("at the median most is network to Cosmos DB, [0-9]+ ms of [0-9]+ ms", caption);
        Assert.Contains($"Unexplained: {FigureText.Share(breakdown.Median.RestShare)} at the median", caption);
        Assert.Equal(!breakdown.IsExplained, caption.Contains("That is more than 2 % at the median or 5 % at p99: spans are missing"));
        Assert.Contains("Over 40 requests.", caption);
        Assert.Contains($"all requests{FigureText.Share(breakdown.All.RestShare)}", Section(page, "parts").Value);
    }

    [Fact]
    public async Task WriteAsync_OneRun_HasTheFiguresOfTheNamedQueries()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))]));

        var folder = new RunFolder(FolderOf("run0"));
        using var database = RunDatabase.OpenRead(folder);
        var partition = database.Read<PartitionUse>("by-partition")[8];
        var slowest = database.Read<SlowRequest>("slowest")[0];
        Assert.Contains(
            FormattableString.Invariant($"8{partition.Calls:#,0}{partition.Throttled:#,0}{partition.Ru:#,0}"),
            Section(page, "request-units").Value);
        Assert.Contains(
            FormattableString.Invariant($"{slowest.TraceId}{slowest.LatencyMs:0}200"), Section(page, "waterfalls").Value);
        Assert.Contains("system, to users: 20040 (100 %)", Section(page, "answers").Value);
    }

    [Fact]
    public async Task WriteAsync_RunWithErrors_ShowsThemByReasonAndOverTime()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, [])]));

        Assert.Contains("15 of 995 requests (1.5 %) failed", Caption(page, "Answers to clients"));
        Assert.Contains(Section(page, "answers").Descendants("th"), header => header.Value == "HTTP 503");
        Assert.Contains(Section(page, "load").Descendants("th"), header => header.Value == "failed");
    }

    [Fact]
    public async Task WriteAsync_RequestsHang_AreFailedRequestsEverywhere()
    {
        var load = SampleRecords.Run.Load with
        {
            ClientErrors = 0,
            ErrorsByReason = new Dictionary<string, long>(),
            Unanswered = 5,
        };

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Load = load }, [])]));

        Assert.Contains("Failed requests5", FindByClass(page, "dl", "tiles").Value);
        Assert.Contains("5 requests failed or were not answered.", FindByClass(page, "ul", "verdicts").Value);
        Assert.Contains("5 of 985 requests (0.5 %) failed or were not answered", Caption(page, "Answers to clients"));
        Assert.Contains("some requests failed", Caption(page, "Cosmos DB answers"));
        Assert.DoesNotContain("no error reached a client", page.Value, StringComparison.OrdinalIgnoreCase);
        Assert.Contains(Section(page, "load").Descendants("th"), header => header.Value == "failed");
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

    // Five keys that use as much as each other are not hot, and only the advisor says which key is.
    [Fact]
    public async Task WriteAsync_FiveEvenKeys_NoneIsCalledHot()
    {
        var cosmos = SampleRecords.Run.Cosmos;
        var keys = Enumerable.Range(1, 5).Select(key => new LogicalKeyUsage($"owner-{key}", $"{key}", cosmos.RequestUnits / 5, 100, 0));

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Cosmos = cosmos with { TopKeys = [.. keys] } }, [])]));

        Assert.EndsWith("“owner-1” used the most, 20 % of all RU.", Caption(page, "Top logical keys"));
        Assert.DoesNotContain("at the same time", Section(page, "operations").Value);
    }

    [Fact]
    public async Task WriteAsync_SameTestTwice_TellsItsRunsApart()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, []), (SampleRecords.Run, [])]));

        var titles = Section(page, "load").Descendants("h4").Select(heading => heading.Value).Distinct();
        Assert.Equal(["Test 1: baseline, run 1", "Test 1: baseline, run 2"], titles);
    }

    [Fact]
    public async Task WriteAsync_NoTraceSampled_SaysSo()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, [])]));

        Assert.Contains("no complete trace was sampled", Section(page, "waterfalls").Value);
        Assert.Contains("no trace was sampled", Caption(page, "Calls from the gateway to its backends"));
        Assert.Contains("no traced operation", Caption(page, "Calls and RU of one operation"));
    }

    [Fact]
    public async Task WriteAsync_RunCutShortBeforeAnythingWasMeasured_IsStillAPage()
    {
        var run = SampleRecords.Run;
        var nothing = run with
        {
            Manifest = run.Manifest with { Interrupted = true },
            Load = run.Load with
            {
                Sent = 0,
                Successful = 0,
                DurationSeconds = 0,
                Seconds = [],
                Steps = [],
                Distribution = [],
                Latency = SampleRecords.Latency(0),
            },
            Cosmos = run.Cosmos with
            {
                DataCallsByStatus = new Dictionary<string, long>(),
                PlanCallsByStatus = new Dictionary<string, long>(),
                Partitions = [],
                RequestUnits = 0,
            },
            Processes = [],
        };

        var path = await WriteAsync([(nothing, [])]);

        Assert.DoesNotContain("NaN", await ReadAsync(path));
        Assert.Contains("was interrupted", Parse(path).Descendants("header").Single().Value);
    }

    [Fact]
    public async Task WriteAsync_EngineThatMeasuresLess_ShowsWhatItLacksAsDashes()
    {
        var page = Parse(await WriteAsync([(SampleRecords.OtherEngine, [])]));

        Assert.Single(Section(page, "latency").Descendants("svg"));
        Assert.Contains("no distribution was kept; p50 is", Section(page, "latency").Value);
        Assert.Contains("Lateness p99, ms–", Section(page, "processes").Value);
        Assert.Contains("From the moment a request started", Section(page, "latency").Value);
        Assert.Contains("Load engineNBomber 4.1.2", Section(page, "setup").Value);
    }

    [Theory]
    [InlineData(true, false, "Debug build")]
    [InlineData(false, true, "was interrupted")]
    public async Task WriteAsync_FiguresNotToBeTrusted_SaysSoOnTop(bool debug, bool interrupted, string words)
    {
        var run = SampleRecords.Run with
        {
            Manifest = SampleRecords.Run.Manifest with { DebugBuild = debug, Interrupted = interrupted },
        };

        var page = Parse(await WriteAsync([(run, [])]));

        var banners = page.Element("body")!.Element("header")!.Elements("p").Where(each => (string?)each.Attribute("class") == "banner");
        Assert.Contains(banners, banner => banner.Value.Contains(words, StringComparison.Ordinal));
    }

    [Fact]
    public async Task WriteAsync_FolderWithoutARun_NamesTheFile()
    {
        var missing = new RunFolder(FolderOf("missing"));

        var error = await Assert.ThrowsAnyAsync<IOException>(() => ReportRun.ReadAsync([missing], default));

        Assert.Contains("missing", error.Message);
    }
}
