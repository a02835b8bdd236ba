using System.Text.Json;
using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

public sealed class ComparisonReportTests
{
    [Fact]
    public void Build_SystemWithoutDatabaseAndTraces_HasNoSectionOfThem()
    {
        var record = SampleRecords.Run with { Cosmos = CosmosRecord.None };
        var runs = Enumerable.Range(1, 2)
            .Select(number => ReportRun.FromRecord(record, RunSamples.None, RunAnswers.None, number)).ToList();

        var study = ComparisonReport.Build(runs);

        Assert.Equal(
            ["differences", "explanation", "load", "latency", "answers", "processes", "setup"],
            study.Sections.Select(section => section.Id));
        var figures = study.Sections[0].Parts.OfType<StudyTable>().Single().Rows.Select(row => row[0].Text);
        Assert.All(["RU per", "Cosmos", "Throttled"], absent =>
            Assert.DoesNotContain(figures, figure => figure.StartsWith(absent, StringComparison.Ordinal)));
    }

    [Fact]
    public void Build_FourTests_DrawsEachInEveryChart()
    {
        var page = Page([.. TuningLab.Scenarios.Select((scenario, index) => Run(scenario, 120, index + 1))]);

        Assert.Equal(
            ["differences", "explanation", "load", "latency", "parts", "answers", "request-units", "operations", "processes", "setup"],
            page.Descendants("section").Select(section => section.Attribute("id")!.Value));
        Assert.All(page.Descendants("figure").Elements("svg"), chart =>
            Assert.Superset(Names.ToHashSet(), chart.Descendants("text")
                .Select(text => Names.FirstOrDefault(name => text.Value.EndsWith(name, StringComparison.Ordinal)))
                .OfType<string>()
                .ToHashSet()));
        Assert.All(page.Descendants("figcaption"), caption => Assert.StartsWith("What to see here: ", caption.Value));
    }

    [Fact]
    public void Build_FasterRun_IsCalledBetterWithAnInterval()
    {
        var page = Page([Run(TuningLab.Baseline, 120, 1), Run(TuningLab.OwnerKey, 120, 2)]);

        Assert.Matches(@"^[\d.]+ \| \+[\d.]+ % \| \+[\d.]+ % to \+[\d.]+ % \| better$", Cells(page, "Requests/s", 1));
        Assert.Matches(@"^\d+ \| -[\d.]+ % \| -[\d.]+ % to -[\d.]+ % \| better$", Cells(page, "Mean latency, ms", 1));
        Assert.Matches(@"^\d+ \| -[\d.]+ % \| – \| –$", Cells(page, "p99.9 latency, ms", 1));
        Assert.Matches(@"^[\d.]+ \| – \| – \| –$", Cells(page, "Requests/s", 0));
        Assert.Contains("Each difference rests on one run, no interval", page.Value);
    }

    // Several figures: an interval that leaves out zero is not enough for a verdict.
    [Fact]
    public void Build_TableOfDifferences_SaysWhyAnIntervalIsNotEnough()
    {
        var page = Page([Run(TuningLab.Baseline, 120, 1), Run(TuningLab.OwnerKey, 120, 2)]);

        Assert.Contains(
            "A 95 % interval leaves out zero by chance in 1 of 20 figures, and there are several figures",
            page.Descendants("section").First().Value);
    }

    [Fact]
    public void Build_TwoRuns_HasItsDifferencesInEachForm()
    {
        var study = ComparisonReport.Build([Run(TuningLab.Baseline, 120, 1), Run(TuningLab.OwnerKey, 120, 2)]);

        using var json = new MemoryStream();
        StudyJson.Write(json, study);
        var rows = JsonDocument.Parse(json.ToArray()).RootElement.GetProperty("tables").GetProperty("differences");
        var mean = rows.EnumerateArray().Single(row =>
            (row.GetProperty("figure").GetString(), row.GetProperty("run").GetString()) == ("Mean latency, ms", "owner-key"));
        Assert.True(mean.GetProperty("differencePercent").GetDouble() < 0);
        Assert.Equal("better", mean.GetProperty("verdict").GetString());
        Assert.Matches(@"Mean latency, ms +baseline +\d+ +– +– +–\n +owner-key +\d+ +-[\d.]+ %", StudyText.Render(study));
        Assert.Matches(@"\| Mean latency, ms \| baseline \| \d+ \|", StudyMarkdown.Render(study));
    }

    [Fact]
    public void Build_SameThingTwice_SeesNoDifference()
    {
        var page = Page(
            ReportRun.WithDistinctTitles([Run(TuningLab.OwnerKey, 240, 1), Run(TuningLab.OwnerKey, 240, 2)]));

        Assert.EndsWith("no difference seen", Cells(page, "Requests/s", 1));
        Assert.Contains("A owner-key", page.Descendants("h1").Single().Value);
    }

    [Fact]
    public void Build_LowerBound_GetsNoExactDifference()
    {
        var bounded = OwnerKey(load => load with { Latency = load.Latency with { AtLeast = ["p99", "p99.9"] } });

        var page = Page([Run(TuningLab.Baseline, 120, 1), bounded]);

        Assert.Matches(
            @"^at least \d+ \| at least -[\d.]+ % \| from -[\d.]+ % \| not decided$", Cells(page, "p99 latency, ms", 1));
        Assert.Matches(@"^at least \d+ \| – \| – \| –$", Cells(page, "p99.9 latency, ms", 1));
        Assert.Matches(@"at p99, baseline \d[\d,.]* ms; owner-key at least [\d,.]+ ms\.", page.Value);
    }

    [Fact]
    public void Build_PercentileThatIsNotStated_IsInNoOrderOfRuns()
    {
        var notStated = new Dictionary<string, string> { ["p95"] = "dropped" };
        var unknown = OwnerKey(load => load with { Latency = load.Latency with { NotStated = notStated } });

        var page = Page([Run(TuningLab.Baseline, 120, 1), unknown]);

        Assert.Matches(@"baseline [\d,.]+ ms over the whole run; owner-key –\.", page.Value);
    }

    [Fact]
    public void Build_RequestsWithoutAnAnswer_AreFailedRequests()
    {
        var hanging = OwnerKey(load => load with { Unanswered = load.Sent / 10 });

        var page = Page([Run(TuningLab.Baseline, 120, 1), hanging]);

        Assert.Matches(@"^(9\.99|10) \| ", Cells(page, "Failed requests, %", 1));
        Assert.Matches(@"failed, highest: owner-key with (9\.99|10) %", page.Value);
    }

    [Fact]
    public void Build_RequestsFailed_HasTheLatencyOfSuccessesAlone()
    {
        var failing = OwnerKey(load => load with { ClientErrors = load.Sent / 10, Successes = SampleRecords.Latency(50) });
        var baseline = Run(TuningLab.Baseline, 120, 1);

        var page = Page([baseline, failing]);

        Assert.Equal(Cells(page, "Mean latency, ms", 0), Cells(page, "Mean latency of successes, ms", 0));
        Assert.Matches(@"^50 \| -[\d.]+ % \| – \| –$", Cells(page, "Mean latency of successes, ms", 1));
        Assert.Matches(@"^90 \| ", Cells(page, "p95 latency of successes, ms", 1));
        Assert.Matches(@"^125 \| ", Cells(page, "p99 latency of successes, ms", 1));
        Assert.DoesNotContain("of successes, ms", Page([baseline, Run(TuningLab.OwnerKey, 120, 2)]).Value);
    }

    [Fact]
    public void Build_NothingSucceeded_HasNoLatencyOfSuccesses()
    {
        var failing = OwnerKey(load => load with
        {
            Successful = 0,
            ClientErrors = load.Sent,
            Successes = SampleRecords.Latency(0),
        });

        var page = Page([Run(TuningLab.Baseline, 120, 1), failing]);

        Assert.Equal("– | – | – | –", Cells(page, "Mean latency of successes, ms", 1));
    }

    [Fact]
    public void Build_FigureThatOneRunLacks_IsNotZero()
    {
        var run = SampleRecords.Run;
        var imported = run with
        {
            Manifest = run.Manifest with { Scenario = "imported" },
            Load = run.Load with { Seconds = [.. run.Load.Seconds.Select(second => second with { Users = null })] },
            Cosmos = CosmosRecord.None,
            Processes = [],
        };

        var page = Page([ReadRun(run, 1), ReadRun(imported, 2)]);

        Assert.All(
            ["data calls per operation, baseline 9.36.", "baseline 28.8 RU.", "all processes together, baseline 0.5."],
            expected => Assert.Contains(expected, page.Value));
        Assert.DoesNotContain("imported with 0", page.Value);
    }

    // In Direct mode the service sees no calls, which is not the same as none.
    [Fact]
    public void Build_CallsNotCounted_AreNotThrottledZeroTimes()
    {
        var direct = SampleRecords.Run with { Cosmos = CosmosRecord.None with { Account = "name in direct mode" } };

        var page = Page([ReadRun(SampleRecords.Run, 1), ReadRun(direct, 2)]);

        Assert.Equal("– | – | – | –", Cells(page, "Throttled calls per operation", 1));
    }

    [Fact]
    public void Build_LoadsThatDiffer_SaysSo()
    {
        var other = Run(TuningLab.OwnerKey, 120, 2);
        var changed = other with { Record = other.Record with { Manifest = other.Record.Manifest with { Load = "40 users" } } };

        var page = Page([Run(TuningLab.Baseline, 120, 1), changed]);

        Assert.Contains("The runs are not of the same load.", page.Descendants("header").Single().Value);
    }

    [Theory]
    [InlineData("Xeon", true)]
    [InlineData("EPYC", false)]
    public void Build_MachineInAnotherState_IsTheSameMachine(string model, bool differs)
    {
        var (one, other) = (On("EPYC", "Others used 0.11 cores.", 1), On(model, "Others used 0.12 cores.", 2));

        var page = Page([one, other]);

        Assert.Equal(
            differs,
            page.Descendants("header").Single().Value.Contains("not of the same machine", StringComparison.Ordinal));
    }

    [Fact]
    public void Build_NothingMeasured_IsStillAPage()
    {
        var run = SampleRecords.OtherEngine;
        var nothing = run with
        {
            Load = run.Load with { Sent = 0, Successful = 0, DurationSeconds = 0, Seconds = [], Latency = SampleRecords.Latency(0) },
            Cosmos = run.Cosmos with { Partitions = [], RequestUnits = 0 },
            Processes = [],
        };

        var page = Page([ReadRun(nothing, 1), ReadRun(nothing, 2)]);

        Assert.DoesNotContain("NaN", page.ToString());
        Assert.DoesNotContain("∞", page.ToString());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void Build_TooFewOrTooManyRuns_SaysHowMany(int runs)
    {
        var error = Assert.Throws<ArgumentException>(() =>
            ComparisonReport.Build([.. Enumerable.Range(1, runs).Select(number => ReadRun(SampleRecords.Run, number))]));

        Assert.Contains($"2 to 6 runs, not {runs}", error.Message);
    }

    private static RunAnswers Answers { get; } = RunAnswers.None with
    {
        BackendCalls = [new DependencyCalls("gateway", "delivery /deliveries/utilization", 40, 400, 380, 700, 0)],
    };

    private static IEnumerable<string> Names => TuningLab.Scenarios.Select(scenario => scenario.Name);

    private static XElement Page(IReadOnlyList<ReportRun> runs) => StudyHtml.Build(ComparisonReport.Build(runs));

    /// <summary>Value, difference, interval and verdict of a run.</summary>
    private static string Cells(XElement page, string figure, int run)
    {
        var group = page.Descendants("section").First().Descendants("tbody").First(
            each => each.Descendants("th").First().Value == figure);
        return string.Join(" | ", group.Elements("tr").ElementAt(run).Elements("td").Select(cell => cell.Value));
    }

    private static ReportRun Run(TuningScenario scenario, int seconds, int seed)
    {
        var run = new SyntheticRun(scenario, seconds, seed);
        return ReportRun.FromRecord(run.Record(), SyntheticSamples.Create(run, seconds, 40), Answers, seed);
    }

    private static ReportRun OwnerKey(Func<LoadRecord, LoadRecord> change)
    {
        var run = Run(TuningLab.OwnerKey, 120, 2);
        return ReportRun.FromRecord(run.Record with { Load = change(run.Record.Load) }, run.Samples, Answers, 2);
    }

    private static ReportRun On(string model, string state, int number)
    {
        var manifest = SampleRecords.Run.Manifest;
        var machine = manifest.Machine with { CpuModel = model, Health = new MachineHealth(false, state) };
        return ReadRun(SampleRecords.Run with { Manifest = manifest with { Machine = machine } }, number);
    }

    private static ReportRun ReadRun(RunRecord record, int number) => ReportRun.FromRecord(record, RunSamples.None, RunAnswers.None, number);
}
