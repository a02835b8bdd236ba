using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports.Sections;

public sealed class RequestUnitsSectionTests
{
    [Theory]
    [InlineData(100, 5.0, "100", "5")]
    [InlineData(0, null, "–", "–")]
    public void Build_PartitionWithAndWithoutABudget_HasItsShareOrNone(
        double budget, double? percent, string shownBudget, string shownPercent)
    {
        var use = new PartitionUse("0", 10, 0, 50, 5, budget, percent) { MeanMs = 4, MeanServiceMs = null };
        var answers = RunAnswers.None with { Partitions = [use] };

        var section = RequestUnitsSection.Build([ReportRun.FromRecord(SampleRecords.Run, RunSamples.None, answers, 1)]);

        var table = Assert.Single(section.Parts.OfType<StudyTable>());
        Assert.Equal(
            ["0", "10", "0", "50", "5", shownBudget, shownPercent, "4", "–"],
            Assert.Single(table.Rows).Select(cell => cell.Text));
    }
}
