using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadStudyTests
{
    [Fact]
    public void Warnings_RunsThatWereDisturbed_AreNamed()
    {
        var run = OverloadRecords.Data(new Attempt(0.1, 0.1, AttemptOutcome.Answered, IsRetry: false));
        var machine = run.Record.Manifest.Machine with { DuringRun = new MachineLoad(0.2, null, 0.3) };
        var disturbed = run with { Record = run.Record with { Manifest = run.Record.Manifest with { Machine = machine } } };

        var warnings = OverloadStudy.Build(OverloadFigures.FromRuns([disturbed])).AllWarnings;

        Assert.Contains(
            warnings, warning => warning.StartsWith("Step, none: the machine was disturbed.", StringComparison.Ordinal));
    }

    [Fact]
    public void FromRuns_AttemptsOfARun_AreCountedInTheStepInWhichTheyWereDue()
    {
        var figures = OverloadFigures.FromRuns([OverloadRecords.Data(
            new(0.5, 0.1, AttemptOutcome.Answered, IsRetry: false),
            new(2.5, 0.1, AttemptOutcome.Refused, IsRetry: false),
            new(2.6, 0.6, AttemptOutcome.Answered, IsRetry: false),
            new(12.5, 0.1, AttemptOutcome.Answered, IsRetry: false))]);

        var run = Assert.Single(figures.Runs);
        Assert.Equal((100.0, 500.0, 40), (figures.Capacity, figures.ObjectiveMs, figures.FixedLimit));
        Assert.Equal([(1L, 1L), (2L, 0L)], run.Phases.Select(phase => (phase.Offered, phase.Good)));
        Assert.Equal((12.0, 15.5, 1L), (run.After!.FromSeconds, run.After.UntilSeconds, run.After.Good));
        Assert.Equal([new ChartPoint(3, 150)], run.Memory);
    }

    [Fact]
    public void FromRuns_InterruptedRun_HasTheFiguresOfItsLoadAndNoVerdict()
    {
        var run = OverloadRecords.Data(new(0.5, 0.1, AttemptOutcome.Answered, false), new(4, 0.1, AttemptOutcome.Answered, false));
        var interrupted = run with
        {
            Record = run.Record with
            {
                Manifest = run.Record.Manifest with { Interrupted = true },
                Load = run.Record.Load with { DurationSeconds = 5 },
            },
        };

        var figures = OverloadFigures.FromRuns([OverloadRecords.WarmUp, interrupted]);

        var phases = Assert.Single(figures.Runs).Phases;
        Assert.Equal([(0.0, 2.0, 1L), (2, 4.5, 1)], phases.Select(each => (each.FromSeconds, each.UntilSeconds, each.Good)));
        Assert.True(figures.Envelope.Interrupted);
        Assert.Empty(OverloadVerdicts.FromRecord(figures));
    }

    [Fact]
    public void Table_OfARun_HasItsStepsAndWhatCameAfter()
    {
        var rows = OverloadStudy.Table([OverloadRecords.Step("none", 4, 9_000, null)]).Shown.Rows
            .Select(row => row.Select(cell => cell.Text).ToList())
            .ToList();

        Assert.Equal(["0.5x", "3x", "after"], rows.Select(row => row[2]));
        Assert.Equal(["step", "none", "3x", "300", "4", "9,000", "9,000", "–", "0 %", "0 %", "–", "100"], rows[1]);
        Assert.Equal("not within 4 s", rows[2][10]);
    }

    [Fact]
    public void Text_OfARecord_HasEveryLineOfTheTableAndTheGoals()
    {
        var text = StudyText.Render(OverloadStudy.Build(OverloadRecords.Create(100, OverloadRecords.Step("adaptive", 80, 400, 0.3))));

        Assert.StartsWith("Capacity: 100 req/s; peak of the goodput: 100 req/s.", text, StringComparison.Ordinal);
        Assert.Contains("after 0.3 s", text, StringComparison.Ordinal);
        Assert.Matches("80 %: 80 of 100 req/s +no +one run, no interval", text);
    }

    /// <summary>The objective of the metastable load does not follow <c>--slo</c>.</summary>
    [Fact]
    public void Build_RunWithAnObjectiveOfItsOwn_ShowsThatOne()
    {
        var data = OverloadRecords.Data(new Attempt(0.1, 0.1, AttemptOutcome.Answered, IsRetry: false));
        var figures = OverloadFigures.FromRuns([data]) with { ObjectiveMs = 200 };

        var study = OverloadStudy.Build(figures);

        var charts = study.Parts<StudyChart>().Select(part => part.Chart).OfType<LineChart>();
        var latency = charts.Single(chart => chart.Title == "Latency of the accepted, p99");
        Assert.Equal(new ReferenceLine("objective", 500), latency.Reference);
        Assert.Contains("Goodput: answers within 200 ms per second, of step within 500 ms. Fixed limit", study.Summary);
    }

    [Fact]
    public void Charts_OfSeveralSettings_HaveALineForEach()
    {
        var study = OverloadStudy.Build(OverloadRecords.Full);

        var charts = study.Parts<StudyChart>().Select(part => part.Chart).Cast<LineChart>().ToLookup(chart => chart.Title);
        var against = Assert.Single(charts["Goodput against offered load"]);
        Assert.Equal(["none", "adaptive"], against.Lines.Select(line => line.Name));
        Assert.Equal(2, charts["Goodput over time"].Count());
    }
}
