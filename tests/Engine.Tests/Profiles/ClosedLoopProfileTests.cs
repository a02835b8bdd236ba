using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.Engine.Tests.Profiles;

public sealed class ClosedLoopProfileTests
{
    [Fact]
    public void Staircase_OneToForty_HasEqualStepsThatFillTheTotal()
    {
        var profile = Staircase(1, 40, TimeSpan.FromMinutes(8));

        Assert.Equal(Enumerable.Range(1, 40), profile.Steps.Select(step => step.Users));
        Assert.Equal([TimeSpan.FromSeconds(12)], profile.Steps.Select(step => step.Duration).Distinct());
        Assert.Equal(40, profile.MaxUsers);
    }

    [Fact]
    public void Staircase_TotalThatDoesNotDivide_KeepsTheTotal()
    {
        var profile = Staircase(1, 7, TimeSpan.FromSeconds(10));

        Assert.Equal(TimeSpan.FromSeconds(10), profile.Duration);
    }

    [Fact]
    public void Staircase_ToFewerThanFrom_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Staircase(5, 4, TimeSpan.FromSeconds(10)));

    [Fact]
    public void Profile_NoSteps_IsRefused() =>
        Assert.Throws<ArgumentException>(
            () => new ClosedLoopProfile([], ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1));

    [Fact]
    public void Profile_StepWithoutDuration_IsRefused() =>
        Assert.Throws<ArgumentException>(
            () => new ClosedLoopProfile(
                [new LoadStep(1, TimeSpan.Zero)], ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1));

    [Theory]
    [InlineData(0, 0)]
    [InlineData(-1, 5)]
    [InlineData(5, -1)]
    public void Profile_RampWithoutUsers_IsRefused(int from, int to)
    {
        LoadStep[] steps = [LoadStep.Ramp(from, to, TimeSpan.FromSeconds(1))];

        Assert.Throws<ArgumentException>(
            () => new ClosedLoopProfile(steps, ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1));
    }

    private static ClosedLoopProfile Staircase(int from, int to, TimeSpan total) =>
        new(LoadStep.Staircase(from, to, total), ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1);
}
