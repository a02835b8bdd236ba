using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Doctor;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class DisturbanceTests
{
    [Theory]
    [InlineData(0, 800, 0.75)]
    [InlineData(50, 800, 0.75)]
    [InlineData(0, 1_000, 0.9)]
    public void Of_LittleElseRan_Null(long stolen, long used, double own) =>
        Assert.Null(Disturbance.Of(Machine(stolen, used), own));

    [Fact]
    public void Of_TimeWasStolen_SaysHowMuch() =>
        Assert.Equal("The hypervisor took 6 % of the machine.", Disturbance.Of(Machine(60, 800), 0.8));

    [Fact]
    public void Of_OthersRan_SaysHowMuch() =>
        Assert.Equal("Other programs took 20 % of the machine.", Disturbance.Of(Machine(0, 800), 0.6));

    [Fact]
    public void Of_ProcessesOfTheSystemAreNotKnown_OthersAreNotEither() =>
        Assert.Null(Disturbance.Of(Machine(0, 800), ownShare: null));

    [Fact]
    public void Of_NothingIsTold_Null() => Assert.Null(Disturbance.Of(machine: null, 0.6));

    private static CpuTimes Machine(long stolen, long used) => new(Total: 1_000, Idle: 1_000 - used - stolen, stolen);
}
