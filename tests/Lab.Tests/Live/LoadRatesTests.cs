using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LoadRatesTests
{
    private readonly LoadRates _rates = new(new AnswerCounts());

    [Fact]
    public void Read_SuccessesAndFailures_CountsThemOfOneSecond()
    {
        var first = Read(completed: 2, failed: 1);
        var second = Read(completed: 2, failed: 1);

        Assert.Equal((2, 1), (first.RequestsPerSecond, first.ErrorsPerSecond));
        Assert.Equal((0, 0), (second.RequestsPerSecond, second.ErrorsPerSecond));
        Assert.Equal((2, 1), (second.Completed, second.Failed));
    }

    [Fact]
    public void Read_TotalsOfANewPhase_StartAgain()
    {
        Read(completed: 20, failed: 3);

        var load = Read(completed: 1, failed: 0);

        Assert.Equal((0, 0), (load.RequestsPerSecond, load.ErrorsPerSecond));
    }

    [Fact]
    public void Read_RateOfTheLastFewSeconds_IsThatOfTheSnapshot() =>
        Assert.Equal(10, _rates.Read(Snapshot(2, 1), "measuring", TimeSpan.FromSeconds(45), ofLastSecond: false).RequestsPerSecond);

    [Fact]
    public void Read_DroppedArrivals_AreCounted() =>
        Assert.Equal(7, _rates.Read(Snapshot(2, 1) with { Dropped = 7 }, "measuring", planned: null, ofLastSecond: false).Dropped);

    private LiveLoad Read(long completed, long failed) =>
        _rates.Read(Snapshot(completed, failed), "running", planned: null, ofLastSecond: true);

    private static RunSnapshot Snapshot(long completed, long failed) => new(
        RunPhase.Measuring, TimeSpan.FromSeconds(5), TimeSpan.Zero, 20, 3, 10, new(100), new(200), completed, failed);
}
