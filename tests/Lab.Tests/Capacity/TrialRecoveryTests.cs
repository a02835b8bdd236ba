using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>The light load after an overloaded trial. With an objective of ten seconds a probe takes fifteen.</summary>
public sealed class TrialRecoveryTests
{
    /// <summary>Ends a recovery that would not end by itself.</summary>
    private const int MaxRequests = 2_000;

    private static readonly LoadVariant ClosedLoop = LoadVariant.ForComparison("loop").Single(variant => variant.ClosedLoop);

    private readonly ManualTimeProvider _clock = new();
    private readonly List<string> _said = [];
    private int _requests;
    private int _inFlight;
    private int _maxInFlight;

    [Fact]
    public async Task RecoverAsync_TenPercentMissed_SendsNothing()
    {
        await RecoverAsync(LoadVariant.Usual, good: 90, answersAfter: TimeSpan.Zero);

        Assert.Equal(0, _requests);
    }

    [Fact]
    public async Task RecoverAsync_SystemIsCalm_EndsAfterOneProbeAndSaysNothing()
    {
        var took = await RecoverAsync(LoadVariant.Usual, good: 89, answersAfter: TimeSpan.Zero);

        Assert.Equal(TimeSpan.FromSeconds(15), took);
        Assert.Empty(_said);
    }

    [Fact]
    public async Task RecoverAsync_SystemStillRefuses_ProbesUntilNoneMisses()
    {
        var took = await RecoverAsync(LoadVariant.Usual, good: 89, answersAfter: TimeSpan.FromSeconds(25));

        Assert.Equal(TimeSpan.FromSeconds(45), took);
        Assert.Equal(["  waiting for it to recover"], _said);
    }

    /// <summary>Five requests per second for fourteen seconds.</summary>
    [Fact]
    public async Task RecoverAsync_OpenLoop_ProbesLightly()
    {
        await RecoverAsync(LoadVariant.Usual, good: 0, answersAfter: TimeSpan.Zero);

        Assert.InRange(_requests, 40, 100);
    }

    [Fact]
    public async Task RecoverAsync_ClosedLoop_ProbesWithOneUser()
    {
        await RecoverAsync(ClosedLoop, good: 0, answersAfter: TimeSpan.Zero);

        Assert.InRange(_requests, 1, MaxRequests - 1);
        Assert.Equal(1, _maxInFlight);
    }

    [Fact]
    public async Task RecoverAsync_SystemNeverRecovers_EndsAfterAMinuteAndAHalf()
    {
        var took = await RecoverAsync(LoadVariant.Usual, good: 0, answersAfter: TimeSpan.MaxValue);

        Assert.Equal(TimeSpan.FromSeconds(90), took);
    }

    private Task<TimeSpan> RecoverAsync(LoadVariant variant, long good, TimeSpan answersAfter) => _clock.DriveAsync(async () =>
    {
        using var stop = new CancellationTokenSource();
        var start = _clock.GetTimestamp();
        await using var target = new StubTarget(async token =>
        {
            if (++_requests > MaxRequests)
            {
                await stop.CancelAsync();
            }

            _maxInFlight = Math.Max(_maxInFlight, ++_inFlight);
            await Task.Delay(variant.ClosedLoop ? TimeSpan.FromMilliseconds(100) : TimeSpan.Zero, _clock, token);
            _inFlight--;
            return new RequestOutcome(_clock.GetElapsedTime(start) >= answersAfter ? 200 : 503, null, 0);
        });
        using var runner = new TrialRunner(target, variant, TimeSpan.FromSeconds(10), _clock);
        var after = new CapacityTrial(
            TrialPurpose.Doubling, 100, 1, Arrivals: 100, good, 100, LatencyValue.None, LatencyValue.None, 1);
        await runner.RecoverAsync(after, _said.Add, stop.Token);
        return _clock.GetElapsedTime(start);
    });
}
