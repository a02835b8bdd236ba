using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Engine.Tests.Recording;

public sealed class RunSnapshotTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly RunRecorder _recorder;

    public RunSnapshotTests() => _recorder = new RunRecorder(new RunClock(_time), [], lateTolerance: TimeSpan.Zero);

    private RunSnapshot Current => _recorder.Snapshot(RunPhase.Measuring);

    [Fact]
    public void Snapshot_SlowSecond_IsInThePercentilesForFiveSecondsAfterItsEnd()
    {
        Record(latencyMs: 1_000, status: 200);
        var tails = new List<double?>();
        for (var second = 0; second < 6; second++)
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            tails.Add(Current.P99Ms.Milliseconds);
        }

        Assert.All(tails[..5], tail => Assert.Equal(1_000, tail!.Value, 1.0));
        Assert.Null(tails[5]);
    }

    [Fact]
    public void Snapshot_TimeOut_IsInThePercentilesAsALowerBoundWithSuccessesApart()
    {
        Record(latencyMs: 100, status: 200);
        Record(latencyMs: 60_000, status: 0, error: RequestOutcome.TimedOut);

        var figures = Current;

        Assert.Equal((100.0, false), (figures.P50Ms.Milliseconds!.Value, figures.P50Ms.AtLeast));
        Assert.Equal((60_000.0, true), (figures.P99Ms.Milliseconds!.Value, figures.P99Ms.AtLeast));
        Assert.Equal(100_000, figures.RecentSuccesses!.ValueAtPercentile(99));
    }

    [Fact]
    public void Snapshot_NothingFailed_HasNoSuccessesApart()
    {
        Record(latencyMs: 10, status: 200);

        Assert.Null(Current.RecentSuccesses);
    }

    /// <summary>The request ends in the current second, however long it took.</summary>
    private void Record(double latencyMs, int status, string? error = null)
    {
        var start = -TimeSpan.FromMilliseconds(latencyMs);
        var timing = new RequestTiming
        {
            Scheduled = start, Due = start, Sent = start, Answered = TimeSpan.Zero, Done = TimeSpan.Zero,
        };

        Assert.True(_recorder.TryRecord(timing, new RequestOutcome(status, error, 0)));
    }
}
