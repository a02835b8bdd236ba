using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>Loads that end after a number of requests.</summary>
public sealed class CountedLoadTests
{
    private readonly SimulatedRun _run = new();

    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(3, 10, 4)]
    [InlineData(4, 4, 1)]
    public async Task Run_Users_SendExactlyThatManyTogetherAndEndWithTheLastAnswer(int users, int requests, int seconds)
    {
        var result = await _run.RunAsync(Users(users, requests, ThinkTime.None), _run.AnswersAfter(Seconds(1)));

        Assert.Equal((requests, requests, 0), (result.Sent, result.Completed, result.CutOff));
        Assert.False(result.Interrupted);
        // Users start within 100 ms.
        Assert.InRange(result.Elapsed, Seconds(seconds), Seconds(seconds + 0.11));
        Assert.Equal(requests / result.Elapsed.TotalSeconds, result.RequestsPerSecond);
        Assert.Equal(requests, result.Seconds.Sum(second => second.Successful));
        Assert.Equal(requests, Assert.Single(result.Steps).Successful);
        Assert.Equal(users, result.Seconds[^1].Users);
    }

    /// <summary>The clock would need hours to get there.</summary>
    [Fact(Timeout = 60_000)]
    public async Task Run_UserWhoStillThinks_IsNotWaitedFor()
    {
        var profile = Users(1, 1, ThinkTime.Fixed(TimeSpan.FromDays(10_000)));

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(1)));

        Assert.Equal((1, 0), (result.Completed, result.CutOff));
        Assert.Equal(1, result.Elapsed.TotalSeconds, 5);
    }

    [Fact]
    public async Task Run_WarmUp_IsNotAmongTheRequests()
    {
        var profile = Users(2, 5, ThinkTime.None) with { WarmUp = Seconds(10), WarmUpUsers = 2 };

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(1)));

        Assert.Equal((5, 5), (result.Sent, result.Completed));
        Assert.InRange(result.WarmUp.Completed, 18, 20);
    }

    [Fact]
    public async Task Run_Failures_CountAsRequests()
    {
        var result = await _run.RunAsync(Users(2, 6, ThinkTime.None), _run.AnswersAfter(Seconds(1), statusCode: 500));

        Assert.Equal((6, 0, 6), (result.Sent, result.Completed, result.Failed));
    }

    [Theory]
    [InlineData(ArrivalSpacing.Even)]
    [InlineData(ArrivalSpacing.Poisson)]
    public async Task Run_Arrivals_AreThatManyAndTheLastOneIsWaitedFor(ArrivalSpacing spacing)
    {
        var profile = Arrivals(10, 25, spacing, maxInFlight: 1_000);
        var last = profile.Arrivals.Moments().Last();

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(20)));

        Assert.Equal((25, 25, 0, 0), (result.Sent, result.Completed, result.CutOff, result.CompletedLate));
        Assert.Equal(new ArrivalCounts(25, 25), result.Arrivals);
        Assert.InRange(result.Elapsed, last + Seconds(20), last + Seconds(20.01));
    }

    [Fact]
    public async Task Run_DroppedArrivals_AreAmongTheRequests()
    {
        var result = await _run.RunAsync(Arrivals(10, 25, ArrivalSpacing.Even, maxInFlight: 5), _run.AnswersAfter(Seconds(1)));

        Assert.Equal((15, 10, 15), (result.Sent, result.Dropped, result.Completed));
        Assert.Equal((25, 10), (result.Arrivals!.Scheduled, result.Seconds.Sum(second => second.Dropped)));
    }

    [Fact]
    public async Task Run_Interrupted_KeepsWhatWasMeasured()
    {
        var result = await _run.RunAsync(
            Users(2, 100, ThinkTime.None), _run.AnswersAfter(Seconds(1)),
            elapsed =>
            {
                if (elapsed >= Seconds(5.5))
                {
                    _run.Cancellation.Cancel();
                }
            });

        Assert.True(result.Interrupted);
        Assert.Equal((10, 2), (result.Completed, result.CutOff));
    }

    private static ClosedLoopProfile Users(int users, int requests, ThinkTime think) =>
        new([LoadStep.Endless(users)], think, TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1) { Requests = requests };

    private static OpenLoopProfile Arrivals(double rate, int requests, ArrivalSpacing spacing, int maxInFlight) =>
        new(ArrivalSchedule.Counted(rate, requests, spacing, 1), maxInFlight, 1) { Requests = requests };

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
