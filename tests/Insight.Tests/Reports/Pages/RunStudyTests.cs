using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>What the page says of runs.</summary>
public sealed class RunStudyTests : WrittenPage
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
        Assert.Contains("Compared with Test 3: parallel query: Requests/s", verdicts[3]);
        var explanation = Section(page, "explanation").Value;
        Assert.Contains("Next step: Query the partitions in parallel. (--max-concurrency -1) Predicted: ", explanation);
        Assert.Contains("9 database calls, none overlapping: a staircase", Caption(page, "Test 1: baseline: the median request"));
        Assert.Contains(
            "10 database calls, none overlapping: a staircase. 1 call was throttled, and 612 ms",
            Caption(page, "Test 1: baseline: the p99 and slowest request"));
        Assert.Contains("9 database calls, none overlapping: a staircase", Caption(page, "Test 2: more RU/s: the median request"));
        Assert.Contains(
            "9 database calls, up to 9 at the same time: a comb", Caption(page, "Test 3: parallel query: the median request"));
        Assert.Contains("A single database call", Caption(page, "Test 4: partition key: the median request"));
        Assert.Contains("Throughput stops growing at the knee", Section(page, "load-levels").Descendants("figcaption").First().Value);
    }

    [Fact]
    public async Task WriteAsync_OneRun_StartsWithVerdictEvidenceAndNextStep()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45)]));

        var first = page.Descendants("section").First().Descendants("li").First();
        Assert.StartsWith("Verdict: The container is out of request units", first.Value);
        var details = first.Descendants("li").Select(item => item.Value).ToList();
        Assert.Matches("calls .* were answered 429", details[0]);
        Assert.Matches(@"^Next step: Provision more RU/s: .* \(--throughput \d+\) Predicted: [^:]*$", details[1]);
        Assert.Equal(2, details.Count);
    }

    [Fact]
    public async Task WriteAsync_OneRun_FoldsItsLongSections()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, [])]));

        Assert.Equal(
            ["all-figures", "waterfalls", "processes", "setup"],
            page.Descendants("section").Where(section => section.Parent!.Name == "details")
                .Select(section => section.Attribute("id")!.Value));
    }

    [Fact]
    public async Task WriteAsync_ThroughputStopsGrowing_MarksTheKnee()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.Baseline, 120)]));

        Assert.Matches(
            @"Throughput stops growing at the knee: [23]\d(\.\d)? req/s at [23]\d users, and 3\d(\.\d)? req/s at 3\d users, the highest load\.$",
            Caption(page, "Throughput by load"));
        Assert.Matches(@"The mean is \d+ ms at [\d.]+ users, \d+ ms at [23]\d users, [\d,]+ ms at 3\d users\.$", Caption(page, "Latency by load"));
        Assert.Equal(2, Section(page, "load-levels").Descendants("text").Count(text => text.Value.StartsWith("knee: ", StringComparison.Ordinal)));
        Assert.Contains("The knee is the lowest load with 95 % of the highest throughput or more", Section(page, "load-levels").Value);
    }

    [Fact]
    public async Task WriteAsync_ThroughputGrowsToTheEnd_SaysThatThereIsNoKnee()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.OwnerKey, 120)]));

        Assert.Contains("There is no knee: throughput grows up to the highest load", Caption(page, "Throughput by load"));
        Assert.DoesNotContain(page.Descendants("text"), text => text.Value.StartsWith("knee", StringComparison.Ordinal));
    }

    [Fact]
    public async Task WriteAsync_LoadThatDoesNotChange_IsASentenceAndNoChart()
    {
        var page = Parse(await WriteAsync([(WithUsers(40), [])]));

        Assert.DoesNotContain(page.Descendants("section"), section => section.Attribute("id")!.Value == "load-levels");
        Assert.EndsWith(
            "at most 20. The load hardly changed, so the run does not show at which load throughput stops growing.",
            Caption(page, "Throughput over time"));
        Assert.Single(Section(page, "load").Descendants("figure"));
        Assert.Contains(Section(page, "load").Descendants("p"), text => text.Value == "40 users throughout.");
    }

    [Fact]
    public async Task WriteAsync_UsersThatChange_AreAChartWithTheirRange()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.Baseline, 120)]));

        Assert.EndsWith("1 to 40 users.", Caption(page, "Users over time"));
        Assert.DoesNotContain("The load hardly changed", Section(page, "load").Value);
    }

    [Fact]
    public async Task WriteAsync_UsersThatChangeInNoRun_AreASentenceForEachRunWithUsers()
    {
        var page = Parse(await WriteAsync([(WithUsers(1), []), (WithUsers(40), []), (WithUsers(0), [])]));

        Assert.Equal(
            ["Test 1: baseline, run 1: 1 user throughout.", "Test 1: baseline, run 2: 40 users throughout."],
            FindByClass(Section(page, "load"), "ul", "notes").Elements("li").Select(item => item.Value));
    }

    [Fact]
    public async Task WriteAsync_UsersThatChangeInOneRunOnly_AreASentenceInTheOtherPanel()
    {
        var page = Parse(await WriteAsync([(new SyntheticRun(TuningLab.Baseline, 45).Record(), []), (WithUsers(40), [])]));

        Assert.Contains("What to see here: 40 users throughout.", Section(page, "load").Value);
        Assert.Contains("1 to 40 users.", Section(page, "load").Value);
    }

    private static RunRecord WithUsers(int users) => SampleRecords.Run with
    {
        Load = SampleRecords.Run.Load with
        {
            Seconds = [.. SampleRecords.Run.Load.Seconds.Select(second => second with { Users = users })],
        },
    };

    // The address of a request as a title before every chart would hide what the charts show.
    [Fact]
    public async Task WriteAsync_OneRun_HasItsTitleOnlyOnTop()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))]));

        var title = run.Record().Manifest.Title;
        Assert.Contains(title, page.Descendants("h1").Single().Value);
        Assert.All(page.Descendants("section"), section => Assert.DoesNotContain(title, section.ToString()));
        Assert.All(
            page.Descendants("svg").Elements("title").Concat(page.Descendants("caption")),
            caption => Assert.Matches("^[A-Z]", caption.Value));
        Assert.Equal(["Figure", "Source", "Value"], Headers(page, "all-figures"));
        Assert.Equal(["figure", "value"], Headers(page, "setup").Take(2));
    }

    [Fact]
    public async Task WriteAsync_TwoRuns_NameTheRunOfEachChartAndColumn()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, []), (SampleRecords.Run, [])]));

        Assert.Equal(["figure", "Test 1: baseline, run 1", "Test 1: baseline, run 2"], Headers(page, "setup").Take(3));
        Assert.Contains(page.Descendants("svg").Elements("title"), each => each.Value == "Test 1: baseline, run 2: throughput over time");
    }

    private static IEnumerable<string> Headers(XElement page, string section) =>
        Section(page, section).Descendants("thead").First().Descendants("th").Select(header => header.Value);

    [Fact]
    public async Task WriteAsync_Thresholds_ArePassedOrFailed()
    {
        var run = SampleRecords.Run with
        {
            Thresholds = [new("p99", "<2s", "1,750 ms", Met: true), new("errors", "<1%", "1.5 %", Met: false)],
        };

        var overview = Section(Parse(await WriteAsync([(run, [])])), "overview");

        Assert.Contains("1 of 2 thresholds failed.", overview.Value);
        Assert.Equal(
            ["p99<2s1,750 mspassed", "errors<1%1.5 %failed"],
            overview.Descendants("table").Single().Element("tbody")!.Elements("tr").Select(row => row.Value));
        Assert.Equal(["better", "worse"], overview.Descendants("td").Select(cell => (string?)cell.Attribute("class")).OfType<string>());
        Assert.Empty(Section(Parse(await WriteAsync([(SampleRecords.Run, [])])), "overview").Descendants("table"));
    }

    [Fact]
    public async Task WriteAsync_ThresholdsOfTwoRuns_NameTheirRuns()
    {
        var run = SampleRecords.Run with { Thresholds = [new("p99", "<2s", "1,750 ms", Met: true)] };

        var overview = Section(Parse(await WriteAsync([(run, []), (run, [])])), "overview");

        Assert.Equal(
            ["Test 1: baseline, run 1p99<2s1,750 mspassed", "Test 1: baseline, run 2p99<2s1,750 mspassed"],
            overview.Descendants("tbody").Single().Elements("tr").Select(row => row.Value));
        Assert.DoesNotContain("failed.", overview.Descendants("li").First().Value.Replace("requests failed or had no answer.", "", StringComparison.Ordinal));
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
    public async Task WriteAsync_RunWithoutErrors_HasTheLineOfFailedRequestsToo()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.OwnerKey, 60)]));

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
        Assert.Contains("5 requests failed or had no answer.", FindByClass(page, "ul", "verdicts").Value);
        Assert.Contains("5 of 985 requests (0.5 %) failed or were not answered", Caption(page, "Answers to clients"));
        Assert.Contains("some requests failed", Caption(page, "Cosmos DB answers"));
        Assert.DoesNotContain("no error reached a client", page.Value, StringComparison.OrdinalIgnoreCase);
        Assert.Contains(Section(page, "load").Descendants("th"), header => header.Value == "failed");
    }

    [Fact]
    public async Task WriteAsync_SameTestTwice_TellsItsRunsApart()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, []), (SampleRecords.Run, [])]));

        var titles = Section(page, "load").Descendants("h4").Select(heading => heading.Value).Distinct();
        Assert.Equal(["Test 1: baseline, run 1", "Test 1: baseline, run 2"], titles);
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
        Assert.Contains("No distribution was kept; p50 is", Section(page, "latency").Value);
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

        Assert.Contains(words, page.Element("body")!.Element("header")!.Element("details")!.Value);
    }

    [Fact]
    public async Task WriteAsync_FolderWithoutARun_NamesTheFile()
    {
        var missing = new RunFolder(FolderOf("missing"));

        var error = await Assert.ThrowsAnyAsync<IOException>(() => ReportRun.ReadAsync([missing], default));

        Assert.Contains("missing", error.Message);
    }

    [Fact]
    public async Task WriteAsync_HeatMap_NamesNoColourThatOneThemeLacks()
    {
        var text = Section(Parse(await WriteAsync([(SampleRecords.Run, [])])), "request-units").Value;

        Assert.DoesNotMatch("(?i)dark|light", text);
        Assert.Contains("with a colour that stands out more where more of its budget was used", text);
    }
}
