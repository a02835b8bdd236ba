using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class LoadLevelsTests
{
    [Fact]
    public void FromRun_ClosedLoopThatGrows_GroupsSecondsByUsers()
    {
        var levels = Levels([.. Enumerable.Range(0, 60).Select(second => Second(second, users: second + 1, successful: Math.Min(second + 1, 30)))]);

        Assert.Equal("users", levels.Unit);
        Assert.Equal([3.5, 9.5, 15.5, 21.5, 27.5, 33.5, 39.5, 45.5, 51.5, 57.5], levels.Slices.Select(slice => slice.At));
        Assert.Equal([3.5, 9.5, 15.5, 21.5, 27.5, 30, 30, 30, 30, 30], levels.Slices.Select(slice => slice.RequestsPerSecond));
        Assert.Equal(33.5, levels.Knee!.At);
    }

    // A load that falls again has each number of users twice.
    [Fact]
    public void FromRun_LoadThatFallsAgain_MergesSecondsOfTheSameLoad()
    {
        int[] users = [10, 20, 30, 20, 10, 0];

        var levels = Levels([.. users.Select((count, second) => Second(second, count, successful: count + second))]);

        Assert.Equal([10.0, 20, 30], levels.Slices.Select(slice => slice.At));
        Assert.Equal([12.0, 22, 32], levels.Slices.Select(slice => slice.RequestsPerSecond));
    }

    [Theory]
    [InlineData(14, 0)]
    [InlineData(15, 2)]
    public void FromRun_LoadThatHardlyChanges_HasNoLevels(int users, int levels) =>
        Assert.Equal(levels, Levels([Second(0, 10, 10), Second(1, users, 10)]).Slices.Count);

    [Fact]
    public void FromRun_SecondThatWasCutShort_CountsForItsLength()
    {
        var levels = Levels([Second(0, 10, 10), Second(1, 20, 20), Second(2, 40, 20) with { Length = 0.5 }]);

        Assert.Equal(40, levels.Slices[^1].RequestsPerSecond);
    }

    [Fact]
    public void FromRun_OpenLoop_CountsDroppedArrivalsAsLoad()
    {
        var levels = Levels(
            [.. Enumerable.Range(1, 40).Select(second => Second(second, 0, Math.Min(second * 10, 200)) with
            {
                Sent = Math.Min(second * 10, 300),
                Dropped = Math.Max(0, (second * 10) - 300),
            })],
            isOpen: true);

        Assert.Equal("requests due per second", levels.Unit);
        Assert.InRange(levels.Slices[^1].At, 370, 400);
        Assert.InRange(levels.Knee!.At, 200, 240);
    }

    // Counts of a constant rate differ by chance: 5 arrivals a second are 2 to 8 in most seconds.
    [Fact]
    public void FromRun_OpenLoopOfAConstantRate_HasNoLevels()
    {
        long[] arrivals = [5, 2, 8, 4, 6, 5, 3, 7, 5, 5];

        var levels = Levels([.. Enumerable.Range(0, 60).Select(second => Second(second, 0, 5) with { Sent = arrivals[second % 10] })], isOpen: true);

        Assert.Empty(levels.Slices);
        Assert.Null(levels.Knee);
    }

    [Fact]
    public void FromRun_NothingMeasured_HasNoLevels() => Assert.Empty(Levels([]).Slices);

    private static SecondSample Second(int second, int users, long successful) =>
        new(second, users, successful, 0, 100, 100, 200) { Length = 1, Sent = successful };

    private static LoadLevels Levels(IReadOnlyList<SecondSample> seconds, bool isOpen = false) => LoadLevels.FromRun(
        SampleRecords.Run.Load with { Seconds = seconds, Arrivals = isOpen ? new ArrivalRecord(100, null, null) : null }, RunSamples.None);
}
