using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.Engine.Tests.Profiles;

public sealed class ActiveWindowTests
{
    private static readonly TimeSpan Spread = TimeSpan.FromSeconds(1);

    [Fact]
    public void ForUser_Staircase_UserStaysFromItsStepToTheEnd()
    {
        var steps = Steps((1, 10), (2, 10), (3, 10));

        Assert.Equal([Window(0, 30)], ActiveWindow.ForUser(0, steps, Spread));
        Assert.Equal([Window(10, 30)], ActiveWindow.ForUser(1, steps, Spread));
        Assert.Equal([Window(20, 30)], ActiveWindow.ForUser(2, steps, Spread));
    }

    [Fact]
    public void ForUser_UsersWhoJoinTogether_StartEvenlyOverTheSpread()
    {
        var steps = Steps((4, 10));

        var starts = Enumerable.Range(0, 4).Select(user => ActiveWindow.ForUser(user, steps, Spread).Single().From.TotalSeconds);

        Assert.Equal([0, 0.25, 0.5, 0.75], starts);
    }

    [Fact]
    public void ForUser_StepShorterThanTheSpread_StartsAllWithinTheStep()
    {
        var (steps, spread) = (Steps((2, 10)), TimeSpan.FromSeconds(60));

        var starts = Enumerable.Range(0, 2).Select(user => ActiveWindow.ForUser(user, steps, spread).Single().From);

        Assert.Equal([TimeSpan.Zero, TimeSpan.FromSeconds(5)], starts);
    }

    [Fact]
    public void ForUser_LoadThatFallsAndRises_UserLeavesAndComesBack()
    {
        var steps = Steps((2, 10), (1, 10), (2, 10));

        Assert.Equal([Window(0.5, 10), Window(20, 30)], ActiveWindow.ForUser(1, steps, Spread));
        Assert.Equal([Window(0, 30)], ActiveWindow.ForUser(0, steps, Spread));
    }

    [Fact]
    public void ForUser_RampUpAndHold_UsersComeOneByOneAndAllAreThereAtItsEnd()
    {
        LoadStep[] steps = [LoadStep.Ramp(0, 500, TimeSpan.FromSeconds(100)), LoadStep.Hold(500, TimeSpan.FromSeconds(80))];

        var windows = Enumerable.Range(0, 500).Select(user => ActiveWindow.ForUser(user, steps, Spread).Single()).ToList();

        Assert.Equal(Enumerable.Range(0, 500).Select(user => user / 5.0), windows.Select(window => window.From.TotalSeconds));
        Assert.Equal([TimeSpan.FromSeconds(180)], windows.Select(window => window.To).Distinct());
        Assert.Empty(ActiveWindow.ForUser(500, steps, Spread));
    }

    [Fact]
    public void ForUser_RampDown_LastToJoinLeavesFirst()
    {
        LoadStep[] steps = [LoadStep.Hold(4, TimeSpan.FromSeconds(10)), LoadStep.Ramp(4, 1, TimeSpan.FromSeconds(6))];

        var ends = Enumerable.Range(0, 4).Select(user => ActiveWindow.ForUser(user, steps, Spread).Single().To.TotalSeconds);

        Assert.Equal([16, 16, 14, 12], ends);
    }

    [Fact]
    public void ForUser_RampFromAHigherNumber_StartsThoseTogetherAndTheOthersOneByOne()
    {
        LoadStep[] steps = [LoadStep.Ramp(2, 4, TimeSpan.FromSeconds(10))];

        var starts = Enumerable.Range(0, 4).Select(user => ActiveWindow.ForUser(user, steps, Spread).Single().From.TotalSeconds);

        Assert.Equal([0, 0.5, 0, 5], starts);
    }

    private static List<LoadStep> Steps(params (int Users, int Seconds)[] steps) =>
        [.. steps.Select(step => new LoadStep(step.Users, TimeSpan.FromSeconds(step.Seconds)))];

    private static ActiveWindow Window(double from, double to) => new(TimeSpan.FromSeconds(from), TimeSpan.FromSeconds(to));
}
