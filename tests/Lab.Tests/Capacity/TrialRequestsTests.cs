using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class TrialRequestsTests
{
    private static readonly RequestOutcome Success = new(200, null, 10);
    private static readonly RequestOutcome Refused = new(503, null, 0);
    private static readonly RequestOutcome TimedOut = new(0, RequestOutcome.TimedOut, 0);
    private static readonly PlannedTrial Plan = new(TrialPurpose.Refining, Rate: 10, Seconds: 2, SettlingSeconds: 1);

    private readonly TrialRequests _requests = new(from: Ms(1_000), to: Ms(3_000), objective: Ms(100));

    [Fact]
    public void Add_SuccessWithinTheObjective_IsGood()
    {
        Add(scheduled: 1_000, done: 1_100);

        Assert.Equal((1, 1, 0.5), Counted());
    }

    [Fact]
    public void Add_TooSlow_IsNotGood()
    {
        Add(scheduled: 2_000, done: 2_101);

        Assert.Equal((0, 1, 0.5), Counted());
    }

    [Fact]
    public void Add_ScheduledBeforeTheInterval_CountsForItsThroughputOnly()
    {
        Add(scheduled: 999, done: 1_010);

        Assert.Equal((0, 0, 0.5), Counted());
    }

    [Fact]
    public void Add_OverAfterTheInterval_IsGoodButNoThroughputOfIt()
    {
        Add(scheduled: 2_999, done: 3_050);

        Assert.Equal((1, 1, 0), Counted());
    }

    [Fact]
    public void Add_Failure_IsAnArrivalThatMissed()
    {
        Add(scheduled: 2_000, done: 2_010, Refused);

        Assert.Equal((0, 1, 0), Counted());
    }

    [Theory]
    [InlineData(999)]
    [InlineData(3_000)]
    public void Add_FailureOutsideTheInterval_CountsForNothing(int scheduled)
    {
        Add(scheduled, done: 3_010, Refused);

        Assert.Equal((0, 0, 0), Counted());
    }

    /// <summary>Answers long after the objective belong to the population: without them p50 would be 50 ms.</summary>
    [Fact]
    public void Conclude_HalfOfTheRequestsSlow_PercentilesAreOfAllOfThem()
    {
        foreach (var number in Enumerable.Range(0, 10))
        {
            Add(scheduled: 1_000 + number, done: 1_000 + number + (number < 4 ? 50 : 7_000));
        }

        var trial = Conclude();

        AssertLatency(7_000, atLeast: false, trial.P50Ms);
        AssertLatency(7_000, atLeast: false, trial.P99Ms);
    }

    [Fact]
    public async Task Conclude_SomeUnanswered_PercentilesAmongThemAreLowerBounds()
    {
        foreach (var number in Enumerable.Range(0, 8))
        {
            Add(scheduled: 1_000 + number, done: 1_040 + number);
        }

        await StartAsync(due: 1_500);
        await StartAsync(due: 2_500);

        var trial = Conclude(cutOff: 5_000);

        Assert.Equal((8, 10), (trial.Good, trial.Arrivals));
        AssertLatency(40, atLeast: false, trial.P50Ms);
        AssertLatency(3_500, atLeast: true, trial.P99Ms);
    }

    [Fact]
    public void Conclude_TimedOut_HadWaitedAtLeastSoLong()
    {
        Add(scheduled: 1_000, done: 31_000, TimedOut);

        var trial = Conclude(cutOff: 40_000);

        AssertLatency(30_000, atLeast: true, trial.P50Ms);
    }

    [Fact]
    public void Conclude_SomeFailed_ShowsSuccessesAlone()
    {
        foreach (var number in Enumerable.Range(0, 10))
        {
            Add(scheduled: 1_000 + number, done: 1_000 + number + (number < 4 ? 80 : 2), number < 4 ? Success : Refused);
        }

        var trial = Conclude();

        AssertLatency(2, atLeast: false, trial.P50Ms);
        Assert.Equal(80, trial.SuccessP50Ms!.Value, 0.1);
        Assert.Equal(80, trial.SuccessP99Ms!.Value, 0.1);
    }

    [Fact]
    public void Conclude_NothingFailed_HasNoFiguresOfSuccessesAlone()
    {
        Add(scheduled: 1_000, done: 1_050);

        Assert.Null(Conclude().SuccessP99Ms);
    }

    [Fact]
    public void Conclude_EveryRequestFailed_HasNoFiguresOfSuccessesAlone()
    {
        Add(scheduled: 1_000, done: 1_050, Refused);

        Assert.Null(Conclude().SuccessP99Ms);
    }

    /// <summary>Of 100 arrivals two were never sent: p99 leaves room for one, p50 for 50.</summary>
    [Fact]
    public void Conclude_MoreDroppedThanThePercentileLeavesRoomFor_IsNotStated()
    {
        foreach (var number in Enumerable.Range(0, 98))
        {
            Add(scheduled: 1_000 + number, done: 1_050 + number);
        }

        var trial = Conclude(arrivals: 100);

        Assert.Null(trial.P99Ms.Milliseconds);
        AssertLatency(50, atLeast: false, trial.P50Ms);
    }

    /// <summary>
    /// Over an interval of 2 s: 0.5 s of a request that began before, 1 s of a failure within, 0.5 s of one that ended after, and
    /// 1.5 s of one without an answer are 3.5 s.
    /// </summary>
    [Fact]
    public async Task Conclude_RequestsAcrossTheInterval_InFlightIsTheirMeanNumber()
    {
        Add(scheduled: 500, done: 1_500);
        Add(scheduled: 1_200, done: 2_200, Refused);
        Add(scheduled: 2_500, done: 9_000);
        Add(scheduled: 3_500, done: 3_600);
        await StartAsync(due: 1_500);

        Assert.Equal(1.75, Conclude(cutOff: 10_000).InFlight, 9);
    }

    [Fact]
    public async Task Add_RequestThatWasFollowed_IsOpenNoMore()
    {
        var trace = await StartAsync(due: 1_500);
        Add(scheduled: 1_500, done: 1_550, trace: trace);

        var trial = Conclude();

        Assert.Equal((1, 1, null), (trial.Good, trial.Arrivals, trial.AtLeast));
        Assert.Equal(0.025, trial.InFlight, 9);
    }

    private static TimeSpan Ms(int milliseconds) => TimeSpan.FromMilliseconds(milliseconds);

    private static void AssertLatency(double milliseconds, bool atLeast, LatencyValue latency)
    {
        Assert.InRange(latency.Milliseconds!.Value / milliseconds, 0.998, 1.002);
        Assert.Equal(atLeast, latency.AtLeast);
    }

    private async Task<TraceContext> StartAsync(int due)
    {
        var trace = new TraceContext(1, (ulong)due, 1, Sampled: false);
        var iteration = new UserIteration(0, 0, WarmUp: false, Random.Shared, trace) { Due = Ms(due) };
        await _requests.Follow((_, _) => ValueTask.FromResult(Success))(iteration, CancellationToken.None);
        return trace;
    }

    private void Add(int scheduled, int done, RequestOutcome? outcome = null, TraceContext trace = default)
    {
        var (start, end) = (Ms(scheduled), Ms(done));
        var timing = new RequestTiming { Scheduled = start, Due = start, Sent = start, Answered = end, Done = end };
        _requests.Add(new RequestObservation(trace, default, timing, outcome ?? Success));
    }

    private CapacityTrial Conclude(int cutOff = 40_000, long? arrivals = null) => _requests.Conclude(Plan, Ms(cutOff), arrivals);

    private (long Good, long Arrivals, double Throughput) Counted()
    {
        var trial = Conclude();
        return (trial.Good, trial.Arrivals, trial.Throughput);
    }
}
