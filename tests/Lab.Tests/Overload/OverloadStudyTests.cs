using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadStudyTests
{
    [Fact]
    public void Warnings_RunsThatWereLimitedOrDisturbed_AreNamed()
    {
        var run = OverloadRecords.Step("adaptive", 80, 400, 0.3) with
        {
            GeneratorLimit = "It was late.",
            Disturbance = "Others took 20 %.",
        };

        var warnings = OverloadStudy.Build(OverloadRecords.Create(100, run)).Warnings;

        Assert.Equal(
            [
                "step, adaptive: the load generator was short of CPU. It was late.",
                "step, adaptive: the machine was disturbed. Others took 20 %.",
            ],
            warnings);
    }

    [Fact]
    public void Table_OfARun_HasItsStepsAndWhatCameAfter()
    {
        var rows = OverloadStudy.Table([OverloadRecords.Step("none", 4, 9_000, null)]).Shown.Rows
            .Select(row => row.Select(cell => cell.Text).ToList())
            .ToList();

        Assert.Equal(["0.5x", "3x", "after"], rows.Select(row => row[2]));
        Assert.Equal(["step", "none", "3x", "300", "4", "20", "9,000", "0 %", "0 %", "–", "100"], rows[1]);
        Assert.Equal("not within 4 s", rows[2][9]);
    }

    [Fact]
    public void Text_OfARecord_HasEveryLineOfTheTableAndTheGoals()
    {
        var text = StudyText.Render(OverloadStudy.Build(OverloadRecords.Create(100, OverloadRecords.Step("adaptive", 80, 400, 0.3))));

        Assert.StartsWith("Capacity: 100 req/s; peak of the goodput: 100 req/s.", text, StringComparison.Ordinal);
        Assert.Contains("after 0.3 s", text, StringComparison.Ordinal);
        Assert.Matches("80 %: 80 of 100 req/s +no +one run, no interval", text);
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
