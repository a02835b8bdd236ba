using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>
/// The pacer by the system's clock. How well it keeps the time is for the benchmark to say; that it is never early is not.
/// </summary>
public sealed class PacerTests
{
    private static readonly UserAction AtOnce = (_, _) => ValueTask.FromResult(new RequestOutcome(200, null, 0));

    [Fact]
    public async Task Run_SystemClock_MakesEachArrivalOnceAndNoneTooEarly()
    {
        var seen = new List<RequestObservation>();
        var profile = new OpenLoopProfile(Even(1_000, 0.3), MaxInFlight: 300, Seed: 1);

        var result = await new LoadRunner(TimeProvider.System) { Observe = seen.Add }
            .RunAsync(profile, AtOnce, new RunMonitor(), CancellationToken.None);

        Assert.Equal((300, 0), (result.Arrivals!.Scheduled, result.Dropped));
        Assert.Equal(300, result.Completed + result.CutOff);
        Assert.All(seen, request => Assert.True(request.Timing.Sent >= request.Timing.Due, $"{request.Timing}"));
        Assert.Equal(seen.Select(request => request.Timing.Scheduled.TotalMilliseconds), Enumerable.Range(0, seen.Count).Select(n => (double)n));
    }

    [Fact]
    public async Task Run_SystemClockCancelledBeforeALongGap_EndsWithoutWaitingForIt()
    {
        using var cancellation = new CancellationTokenSource();
        var profile = new OpenLoopProfile(Even(1.0 / 3600, 7200), MaxInFlight: 1, Seed: 1);

        // Its first arrival cancels; the second is due in an hour.
        var result = await new LoadRunner(TimeProvider.System).RunAsync(
            profile,
            (_, _) =>
            {
                cancellation.Cancel();
                return ValueTask.FromResult(new RequestOutcome(200, null, 0));
            },
            new RunMonitor(),
            cancellation.Token);

        Assert.True(result.Interrupted);
        Assert.Equal(1, result.Arrivals!.Scheduled);
    }

    [Fact]
    public async Task Run_ScheduleThatThrows_ThrowsItFromTheRun()
    {
        static IEnumerable<TimeSpan> Moments()
        {
            yield return TimeSpan.Zero;
            throw new InvalidDataException("a bad schedule");
        }

        await Assert.ThrowsAsync<InvalidDataException>(
            () => Pacer.RunAsync(Moments(), new RunClock(TimeProvider.System), _ => true, CancellationToken.None));
    }

    private static ArrivalSchedule Even(double rate, double seconds) =>
        ArrivalSchedule.Constant(rate, TimeSpan.FromSeconds(seconds), ArrivalSpacing.Even, 1);
}
