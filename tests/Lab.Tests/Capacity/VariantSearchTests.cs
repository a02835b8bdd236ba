using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>Searches of a target whose answers are late, but never missing, above a load.</summary>
public sealed class VariantSearchTests
{
    private const int MaxLines = 50;

    private static readonly TimeSpan InTime = TimeSpan.FromMilliseconds(90);
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(110);
    private static readonly LoadVariant ClosedLoop = LoadVariant.ForComparison("loop").Single(variant => variant.ClosedLoop);
    private static readonly CapacityRequest OneTrial = SimulatedCapacityRun.OneTrial;

    /// <summary>The first rate is too high, the lowest is not, and the limit lies nearer to the first.</summary>
    private static readonly CapacityRequest FromAbove = SimulatedCapacityRun.Short with
    {
        Plan = SimulatedCapacityRun.Short.Plan with
        {
            StartRate = 600,
            MinRate = 430,
            MaxRate = 2_000,
            MaxSeconds = 0.5,
            SearchSeconds = 0.5,
            RefiningTrials = 0,
        },
    };

    private readonly ManualTimeProvider _clock = new();
    private readonly List<string> _said = [];
    private readonly Queue<long> _recent = [];
    private int _inFlight;
    private int _trials;

    [Fact]
    public async Task RunAsync_OpenLoop_StartsAtTheRateOfThePlan()
    {
        var found = await SearchAsync(
            LoadVariant.Usual, OneTrial with { Plan = OneTrial.Plan with { StartRate = 200.5, MaxRate = 200.5 } });

        Assert.Equal(200.5, Assert.Single(found.Trials).OfferedRate);
        Assert.StartsWith("  doubling     200.5 req/s", _said[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_ClosedLoop_StartsWithOneUserAndTriesWholeUsersOnly()
    {
        var found = await SearchAsync(ClosedLoop, OneTrial);

        Assert.Equal([1, 2, 4, 4, 3], found.Trials.Take(5).Select(trial => trial.OfferedRate));
        Assert.Equal(OneTrial.Plan.RefiningTrials, found.Trials.Skip(5).Count(trial => trial.Purpose == TrialPurpose.Refining));
    }

    [Fact]
    public async Task RunAsync_OverloadedTrials_RecoversAfterEach()
    {
        var request = OneTrial with { Plan = OneTrial.Plan with { StartRate = 1_000, MinRate = 1_000, MaxRate = 1_000 } };

        var found = await SearchAsync(LoadVariant.Usual, request);

        Assert.Equal(2, found.Trials.Count);
        Assert.InRange(_trials, found.Trials.Count + 2, int.MaxValue);
    }

    /// <summary>The cap is out of reach, and late answers are answers.</summary>
    [Fact]
    public async Task RunAsync_CpuGoal_SearchesALittleBeyondTheLimitByLatency()
    {
        var found = await SearchAsync(LoadVariant.Usual, FromAbove with { Resources = SimulatedCapacityRun.CpuGoal(1_000) });

        Assert.Equal(found.ByLatency.Rate!.Value * 1.3, found.Trials[^1].OfferedRate, 1e-6);
        Assert.NotNull(found.ByResources);
        Assert.Empty(found.Confirmations);
    }

    [Fact]
    public async Task RunAsync_CpuGoalAndTheHighestRateInTime_GoesNoHigher()
    {
        var found = await SearchAsync(LoadVariant.Usual, OneTrial with { Resources = SimulatedCapacityRun.CpuGoal(1_000) });

        Assert.Equal([200], found.Trials.Select(trial => trial.OfferedRate).Distinct());
    }

    [Fact]
    public async Task RunAsync_Confirmation_RunsBothEndsOfTheInterval()
    {
        var found = await SearchAsync(LoadVariant.Usual, FromAbove with { Confirmation = TimeSpan.FromSeconds(0.5) });

        var interval = found.ByLatency.Estimate!;
        Assert.Equal(
            [(TrialPurpose.Confirming, interval.Low, 0.5), (TrialPurpose.Confirming, interval.High, 0.5)],
            found.Confirmations.Select(trial => (trial.Purpose, trial.OfferedRate, trial.Seconds)));
    }

    [Fact]
    public async Task RunAsync_ConfirmationWithoutAnInterval_RunsNone()
    {
        var found = await SearchAsync(LoadVariant.Usual, OneTrial with { Confirmation = TimeSpan.FromSeconds(0.5) });

        Assert.Null(found.ByLatency.Estimate);
        Assert.Empty(found.Confirmations);
    }

    private Task<SearchRecord> SearchAsync(LoadVariant variant, CapacityRequest request) => _clock.DriveAsync(async () =>
    {
        using var stop = new CancellationTokenSource();
        await using var target = new StubTarget(token => AnswerAsync(variant, token));
        using var runner = new TrialRunner(target, variant, request.Latency.Objective, _clock);
        var found = await new VariantSearch(request, variant, runner, Say).RunAsync(stop.Token);
        _trials = target.Trials;
        return found!;

        void Say(string line)
        {
            _said.Add(line);
            // A search without an end fails the test instead of running on.
            if (_said.Count >= MaxLines)
            {
                stop.Cancel();
            }
        }
    });

    /// <summary>Late above 225 arrivals in 400 ms, and above three users.</summary>
    private async ValueTask<RequestOutcome> AnswerAsync(LoadVariant variant, CancellationToken cancellationToken)
    {
        var now = _clock.GetTimestamp();
        _recent.Enqueue(now);
        while (_clock.GetElapsedTime(_recent.Peek(), now) > TimeSpan.FromMilliseconds(400))
        {
            _recent.Dequeue();
        }

        var late = variant.ClosedLoop ? ++_inFlight > 3 : _recent.Count > 225;
        await Task.Delay(late ? Late : InTime, _clock, cancellationToken);
        _inFlight--;
        return new RequestOutcome(200, null, 1);
    }
}
