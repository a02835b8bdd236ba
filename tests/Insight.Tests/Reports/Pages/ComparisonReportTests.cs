using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

public sealed class ComparisonReportTests
{
    [Fact]
    public void Build_FourTests_DrawsEachInEveryChart()
    {
        var page = ComparisonReport.Build([.. TuningLab.Scenarios.Select((scenario, index) => Run(scenario, 120, index + 1))]);

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
        var page = ComparisonReport.Build([Run(TuningLab.Baseline, 120, 1), Run(TuningLab.OwnerKey, 120, 2)]);

        Assert.Matches(@"^[\d.]+\+[\d.]+ % \[\+[\d.]+ % to \+[\d.]+ %\]better$", Cell(page, "Requests/s", 1));
        Assert.Matches(@"^\d+-[\d.]+ % \[-[\d.]+ % to -[\d.]+ %\]better$", Cell(page, "Mean latency, ms", 1));
        Assert.Matches(@"^\d+-[\d.]+ %$", Cell(page, "p99.9 latency, ms", 1));
        Assert.Matches(@"^[\d.]+$", Cell(page, "Requests/s", 0));
    }

    [Fact]
    public void Build_SameThingTwice_SeesNoDifference()
    {
        var page = ComparisonReport.Build(
            ReportRun.WithDistinctTitles([Run(TuningLab.OwnerKey, 240, 1), Run(TuningLab.OwnerKey, 240, 2)]));

        Assert.EndsWith("no difference seen", Cell(page, "Requests/s", 1));
        Assert.Contains("A owner-key", page.Descendants("h1").Single().Value);
    }

    [Fact]
    public void Build_LowerBound_GetsNoExactDifference()
    {
        var other = Run(TuningLab.OwnerKey, 120, 2);
        var latency = other.Record.Load.Latency with { AtLeast = ["p99", "p99.9"] };
        var bounded = other with { Record = other.Record with { Load = other.Record.Load with { Latency = latency } } };

        var page = ComparisonReport.Build([Run(TuningLab.Baseline, 120, 1), bounded]);

        Assert.Matches(@"^at least \d+at least -[\d.]+ % \[from -[\d.]+ %\]not decided$", Cell(page, "p99 latency, ms", 1));
        Assert.Matches(@"^at least \d+$", Cell(page, "p99.9 latency, ms", 1));
    }

    [Fact]
    public void Build_LoadsThatDiffer_SaysSo()
    {
        var other = Run(TuningLab.OwnerKey, 120, 2);
        var changed = other with { Record = other.Record with { Manifest = other.Record.Manifest with { Load = "40 users" } } };

        var page = ComparisonReport.Build([Run(TuningLab.Baseline, 120, 1), changed]);

        Assert.Contains("The runs are not of the same load.", page.Descendants("section").First().Value);
    }

    [Theory]
    [InlineData("Xeon", true)]
    [InlineData("EPYC", false)]
    public void Build_MachineInAnotherState_IsTheSameMachine(string model, bool differs)
    {
        var (one, other) = (On("EPYC", "Others used 0.11 cores.", 1), On(model, "Others used 0.12 cores.", 2));

        var page = ComparisonReport.Build([one, other]);

        Assert.Equal(
            differs,
            page.Descendants("section").First().Value.Contains("not of the same machine", StringComparison.Ordinal));
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

        var page = ComparisonReport.Build([ReadRun(nothing, 1), ReadRun(nothing, 2)]);

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

    private static string Cell(XElement page, string figure, int run) =>
        page.Descendants("section").First().Descendants("tr")
            .First(row => row.Elements("th").FirstOrDefault()?.Value == figure)
            .Elements("td").ElementAt(run).Value;

    private static ReportRun Run(TuningScenario scenario, int seconds, int seed)
    {
        var run = new SyntheticRun(scenario, seconds, seed);
        return ReportRun.FromRecord(run.Record(), SyntheticSamples.Create(run, seconds, 40), Answers, seed);
    }

    private static ReportRun On(string model, string state, int number)
    {
        var manifest = SampleRecords.Run.Manifest;
        var machine = manifest.Machine with { CpuModel = model, Health = new MachineHealth(false, state) };
        return ReadRun(SampleRecords.Run with { Manifest = manifest with { Machine = machine } }, number);
    }

    private static ReportRun ReadRun(RunRecord record, int number) => ReportRun.FromRecord(record, RunSamples.None, RunAnswers.None, number);
}
