using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Scenarios.Tests.Tuning;

public sealed class PublishedFiguresTests
{
    /// <summary>By Little's law over 480 s and 20.5 users, from the study's own table.</summary>
    [Fact]
    public void OutsideOperation_OfTheFourTests_IsAThirdOfASecondAndLessInTheLast() => Assert.Equal(
        [0.33, 0.33, 0.27, 0.17],
        TuningLab.Scenarios.Select(
            scenario => Math.Round(scenario.Published!.Raw!.OutsideOperationMs(scenario.Published.MeanMs) / 1000, 2)));

    [Fact]
    public void Raw_OnlyTheLastTest_UsedDirectMode() => Assert.Equal(
        [false, false, false, true], TuningLab.Scenarios.Select(scenario => scenario.Published!.Raw!.DirectMode));

    [Fact]
    public void Raw_MediansOfTheFourTests_AreFarBelowTheirMeans() => Assert.All(
        TuningLab.Scenarios, scenario => Assert.True(scenario.Published!.Raw!.P50Ms < scenario.Published.MeanMs / 4));
}
