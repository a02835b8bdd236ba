using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>What is counted of a target that answers at exact moments of a simulated clock.</summary>
public sealed class TrialRunnerTests
{
    private static readonly TimeSpan Objective = TimeSpan.FromSeconds(1);
    private static readonly LoadVariant ClosedLoop = LoadVariant.ForComparison("loop").Single(variant => variant.ClosedLoop);
    private static readonly PlannedTrial Plan = new(TrialPurpose.Doubling, Rate: 100, Seconds: 0.5, SettlingSeconds: 1);

    /// <summary>The operating system counts CPU time in hundredths of a second.</summary>
    private static readonly TimeSpan Rounding = TimeSpan.FromSeconds(0.1);

    private readonly ManualTimeProvider _clock = new();
    private long? _firstRequest;
    private long? _start;

    /// <summary>Requests that are sent last in the interval are answered well after it, and well within the objective.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("loop")]
    public async Task RunAsync_SlowButWithinTheObjective_NoneMisses(string compared)
    {
        await using var target = new StubTarget(token => AnswerAsync(TimeSpan.FromMilliseconds(600), token));

        var trial = await SimulateAsync(target, compared == "" ? LoadVariant.Usual : ClosedLoop, TimeSpan.FromSeconds(1.5), users: 20);

        Assert.InRange(trial.Arrivals, 5, 100);
        Assert.Equal(0, trial.MissedShare);
    }

    [Fact]
    public async Task RunAsync_ClosedLoopAndSomeNeverAnswered_ThoseOfTheIntervalMiss()
    {
        var (asked, hung) = (0, 0);
        await using var target = new StubTarget(token =>
        {
            var hangs = IsBetween(1.1, 1.4) && Interlocked.Increment(ref asked) % 33 == 0;
            Interlocked.Add(ref hung, hangs ? 1 : 0);
            return AnswerAsync(hangs ? TimeSpan.FromMinutes(1) : TimeSpan.FromMilliseconds(20), token);
        });

        var trial = await SimulateAsync(target, ClosedLoop, Objective, users: 20);

        Assert.InRange(hung, 1, 20);
        Assert.Equal(hung, trial.Arrivals - trial.Good);
        Assert.All(
            [trial.P50Ms, trial.P99Ms],
            latency => Assert.True(!latency.AtLeast || latency.Milliseconds >= 1_500, latency.ToString()));
    }

    [Fact]
    public async Task RunAsync_ClosedLoopAndFailuresBeforeTheInterval_NoneMisses()
    {
        var failed = 0;
        await using var target = new StubTarget(async token =>
        {
            var fails = IsBetween(0, 0.3);
            Interlocked.Add(ref failed, fails ? 1 : 0);
            var answer = await AnswerAsync(TimeSpan.FromMilliseconds(20), token);
            return fails ? new RequestOutcome(503, null, 0) : answer;
        });

        var trial = await SimulateAsync(target, ClosedLoop, TimeSpan.FromSeconds(8), users: 2);

        Assert.InRange(failed, 1, int.MaxValue);
        Assert.Equal(0, trial.MissedShare);
    }

    /// <summary>Of answers that come well after the objective, p99 is still that of all of them.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("loop")]
    public async Task RunAsync_EveryAnswerAfterTheObjective_PercentilesAreOfWholeLatencies(string compared)
    {
        await using var target = new StubTarget(token => AnswerAsync(TimeSpan.FromMilliseconds(700), token));

        var trial = await SimulateAsync(
            target, compared == "" ? LoadVariant.Usual : ClosedLoop, TimeSpan.FromSeconds(0.1), users: 20, TimeSpan.FromSeconds(5));

        Assert.Equal(1, trial.MissedShare);
        Assert.InRange(trial.P50Ms.Milliseconds!.Value, 699, 801);
        Assert.InRange(trial.P99Ms.Milliseconds!.Value, 699, 801);
        Assert.Null(trial.AtLeast);
    }

    [Fact]
    public async Task RunAsync_NothingAnswered_LatenciesAreAtLeastTheWaitForAnswers()
    {
        await using var target = new StubTarget(token => AnswerAsync(TimeSpan.FromHours(1), token));

        var trial = await SimulateAsync(target, LoadVariant.Usual, TimeSpan.FromSeconds(0.1), users: 100, TimeSpan.FromSeconds(5));

        Assert.Equal(1, trial.MissedShare);
        Assert.Equal(["p50Ms", "p99Ms"], trial.AtLeast);
        Assert.InRange(trial.P50Ms.Milliseconds!.Value, 5_100, 5_600);
    }

    /// <summary>A runner's trials have the arrivals of seeds 1, 2, and so on, after a second of rest.</summary>
    [Fact]
    public async Task RunAsync_TwoTrials_EachHasArrivalsOfItsOwn()
    {
        const int Compared = 200;
        var sent = new List<double>();
        await using var target = new StubTarget(() =>
        {
            sent.Add(_clock.GetElapsedTime(_start!.Value).TotalMilliseconds);
            return new RequestOutcome(200, null, 1);
        });
        using var runner = new TrialRunner(target, LoadVariant.Usual, Objective, _clock);
        foreach (var seed in new ulong[] { 1, 2 })
        {
            sent.Clear();
            double[] due = [.. Schedule(seed).Moments().Select(moment => 1_000 + moment.TotalMilliseconds)];

            var trial = await _clock.DriveAsync(() => RunAsync(runner));

            // A timer waits a millisecond or more.
            Assert.Equal(due.Take(Compared), sent.Take(Compared), (expected, actual) => Math.Abs(expected - actual) <= 1.001);
            Assert.Equal(due.Count(moment => moment is >= 2_000 and < 2_500), trial.Arrivals);
        }

        static ArrivalSchedule Schedule(ulong seed) =>
            ArrivalSchedule.Constant(Plan.Rate, TimeSpan.FromSeconds(2.5), ArrivalSpacing.Poisson, seed);
    }

    [Fact]
    public async Task RunAsync_Cpu_IsReadAtBothEndsOfTheMeasuredInterval()
    {
        var moments = new List<double>();
        await using var target = new StubTarget(() => new RequestOutcome(200, null, 1))
        {
            FindProcesses = () =>
            {
                moments.Add(_clock.GetElapsedTime(_start!.Value).TotalSeconds);
                return [];
            },
        };

        await SimulateAsync(target, LoadVariant.Usual, Objective, users: 100);

        Assert.Equal([2, 2.5], moments.Distinct());
    }

    /// <summary>
    /// Two processes at the start of the interval and four at its end, each of them this one, whose CPU time is known. The load
    /// generator is this one too.
    /// </summary>
    [Fact]
    public async Task RunAsync_Cpu_IsWhatWasUsedAsAShareOfAllCores()
    {
        var readings = 0;
        await using var target = new StubTarget(() => new RequestOutcome(200, null, 1))
        {
            FindProcesses = () => [.. Enumerable.Repeat(("this", Environment.ProcessId), ++readings == 1 ? 2 : 4)],
        };
        var before = Environment.CpuUsage.TotalTime;

        var trial = await SimulateAsync(target, LoadVariant.Usual, Objective, users: 100);

        var after = Environment.CpuUsage.TotalTime;
        var used = TimeSpan.FromSeconds(trial.CpuShare * Plan.Seconds * Environment.ProcessorCount);
        Assert.InRange(used, (2 * before) - Rounding, (5 * after) - (3 * before) + Rounding);
    }

    [Fact]
    public async Task RunAsync_Cancelled_IsNoTrial()
    {
        await using var target = new StubTarget(token => AnswerAsync(TimeSpan.Zero, token));
        using var runner = new TrialRunner(target, LoadVariant.Usual, Objective, _clock);

        Assert.Null(await runner.RunAsync(Plan, new CancellationToken(canceled: true)));
    }

    private Task<CapacityTrial> SimulateAsync(
        LoadTarget target, LoadVariant variant, TimeSpan objective, double users, TimeSpan? drain = null) => _clock.DriveAsync(async () =>
    {
        using var runner = new TrialRunner(target, variant, objective, _clock)
        {
            LongestDrain = drain ?? TimeSpan.FromSeconds(0.5),
        };
        return await RunAsync(runner, users);
    });

    private async Task<CapacityTrial> RunAsync(TrialRunner runner, double? users = null)
    {
        _start = _clock.GetTimestamp();
        var trial = await runner.RunAsync(Plan with { Rate = users ?? Plan.Rate }, TestContext.Current.CancellationToken);
        Assert.NotNull(trial);
        return trial;
    }

    private async ValueTask<RequestOutcome> AnswerAsync(TimeSpan after, CancellationToken cancellationToken)
    {
        await Task.Delay(after, _clock, cancellationToken);
        return new RequestOutcome(200, null, 1);
    }

    /// <summary>In seconds from a trial's first request.</summary>
    private bool IsBetween(double from, double to)
    {
        _firstRequest ??= _clock.GetTimestamp();
        var passed = _clock.GetElapsedTime(_firstRequest.Value).TotalSeconds;
        return passed >= from && passed < to;
    }
}
