using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Scenarios.Tests.Tuning;

public sealed class PublishedFiguresTests
{
    /// <summary>By Little's law over 480 s and 20.5 users, from the study's own table.</summary>
    [Fact]
    public void Notes_OfTheFourTests_SayHowLongAUserWasOutsideTheOperation() => Assert.Equal(
        ["0.33 s", "0.33 s", "0.27 s", "0.17 s"],
        TuningLab.Scenarios.Select(scenario => Note(scenario, PublishedNote.Throughput)!.Split("spent ")[1][..6]));

    [Fact]
    public void Notes_OnlyTheLastTest_UsedDirectMode() => Assert.Equal(
        [false, false, false, true],
        TuningLab.Scenarios.Select(scenario => Note(scenario, PublishedNote.Throughput)!.Contains("Direct mode")));

    [Fact]
    public void Notes_OnlyTheFirstTest_HasTwoNumbersOfThrottledCalls() => Assert.Equal(
        ["The article prints 2,720 calls answered 429, the study's raw data 16,071. Totals cover 480 s.", null, null, null],
        TuningLab.Scenarios.Select(scenario => Note(scenario, PublishedNote.ThrottledCalls)));

    [Fact]
    public void Raw_MediansOfTheFourTests_AreFarBelowTheirMeans() => Assert.All(
        TuningLab.Scenarios, scenario => Assert.True(scenario.Published!.Raw!.P50Ms < scenario.Published.MeanMs / 4));

    private static string? Note(TuningScenario scenario, PublishedNote figure) =>
        scenario.Published!.Notes.GetValueOrDefault(figure);
}
