using DroneDelivery.Gateway.Caching;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class AnswerHeadTests
{
    private readonly Clocks _clocks = new();

    // The system's clock and the timestamps, in seconds after the answer was received, and the age of the answer.
    [Theory]
    [InlineData(40, 40, 40)]
    [InlineData(10, 40, 40)]
    [InlineData(40, 10, 40)]
    [InlineData(40, -500, 40)]
    public void Entry_ClockSetOrMachineRestarted_HasTheLongerAge(double clock, double timestamp, double age)
    {
        var head = AnswerHead.Read(AnswerHead.Write(Entry(), Entry().Answer!, _clocks));
        _clocks.Set(clock, timestamp);

        var restored = head.Restore([], _clocks)!;

        long[] times = [restored.MadeAt, restored.FreshUntil, restored.ServedStaleUntil, restored.KeptUntil];
        Assert.Equal(
            [-age, 60 - age, 120 - age, 660 - age],
            times.Select(each => _clocks.GetElapsedTime(_clocks.GetTimestamp(), each).TotalSeconds));
    }

    [Fact]
    public void Entry_ClockSetBackBeforeIt_IsNotRestored()
    {
        var head = AnswerHead.Read(AnswerHead.Write(Entry(), Entry().Answer!, _clocks));
        _clocks.Set(clock: -1, timestamp: 40);

        Assert.Null(head.Restore([], _clocks));
    }

    private CacheEntry Entry() => new()
    {
        Key = "key",
        Answer = new CachedAnswer(200, [], []),
        AskedAt = 3,
        MadeAt = _clocks.GetTimestamp(),
        FreshUntil = After(60),
        ServedStaleUntil = After(120),
        KeptUntil = After(660),
    };

    private long After(double seconds) => _clocks.GetTimestamp() + _clocks.TimestampsIn(TimeSpan.FromSeconds(seconds));

    private sealed class Clocks : TimeProvider
    {
        private static readonly DateTimeOffset Start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

        private DateTimeOffset _now = Start;
        private TimeSpan _sinceBoot = TimeSpan.FromSeconds(1_000);

        public override long TimestampFrequency => 1_000_000;

        public override DateTimeOffset GetUtcNow() => _now;

        public override long GetTimestamp() => (long)_sinceBoot.TotalMicroseconds;

        public void Set(double clock, double timestamp) =>
            (_now, _sinceBoot) = (Start.AddSeconds(clock), TimeSpan.FromSeconds(1_000 + timestamp));
    }
}
