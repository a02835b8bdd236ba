using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits;

/// <summary>1,000 keys for 30 s, each asking for twice its plan at random moments.</summary>
public sealed class LocalAccuracyTests
{
    private const int Keys = 1_000;
    private const int Seconds = 30;
    private const int Burst = 20;

    [Fact]
    public async Task Keys_EachOfferedTwiceItsPlan_GetWhatTheIdealBucketGivesAndWithin1PercentOfTheirPlan()
    {
        var time = new ManualTimeProvider();
        var limits = new LocalLimits(time);
        var random = new Random(6);
        var traffic = Enumerable.Range(0, Keys).Select(i => new KeyTraffic(i, random, limits, time)).ToArray();
        foreach (var key in traffic)
        {
            await key.AskAsync();
        }

        var next = new PriorityQueue<KeyTraffic, long>(traffic.Select(key => (key, key.NextTicks)));

        for (var now = 0L; next.TryPeek(out var key, out var due) && due < Seconds * TimeSpan.TicksPerSecond; now = due)
        {
            if (due > now)
            {
                time.Advance(TimeSpan.FromTicks(due - now));
            }

            await key.AskAsync();
            next.DequeueEnqueue(key, key.NextTicks);
        }

        Assert.All(traffic, key => Assert.Equal(key.Ideal, key.Accepted));
        Assert.InRange(traffic.Max(key => Math.Abs(key.Deviation)), 0, 0.01);
    }

    private sealed class KeyTraffic
    {
        private readonly Random _random;
        private readonly HolderLimits _limits;
        private readonly IdealBucket _ideal;
        private readonly int _rate;
        private readonly ManualTimeProvider _time;
        private readonly DateTimeOffset _start;

        public KeyTraffic(int index, Random random, LocalLimits limits, ManualTimeProvider time)
        {
            // Divisors of the clock's ticks: the ideal bucket then has no other rounding than the limit.
            int[] rates = [20, 25];
            (_random, _time, _rate, _start) = (random, time, rates[index % rates.Length], time.GetUtcNow());
            var plan = new Plan($"plan-{_rate}") { RequestsPerSecond = _rate, Burst = Burst };
            _limits = limits.ForCaller(new Caller("", $"holder-{index}", plan));
            _ideal = new IdealBucket(_rate, Burst);
        }

        public long NextTicks { get; private set; }

        public int Accepted { get; private set; }

        public int Ideal { get; private set; }

        /// <summary>A bucket that is full at the start gives its burst besides its rate: that is taken off.</summary>
        public double Deviation => ((Accepted - Burst) / (double)(_rate * Seconds)) - 1;

        public async Task AskAsync()
        {
            var seconds = (decimal)(_time.GetUtcNow() - _start).Ticks / TimeSpan.TicksPerSecond;
            var entering = _limits.EnterAsync(weight: 1, TestContext.Current.CancellationToken);
            Assert.True(entering.IsCompletedSuccessfully);
            Accepted += (await entering).IsRefused ? 0 : 1;
            Ideal += _ideal.Take(seconds) ? 1 : 0;
            // Whole milliseconds: the clock need not be moved for each request.
            var pause = -Math.Log(1 - _random.NextDouble()) / (2 * _rate);
            NextTicks += (long)Math.Round(pause * 1_000) * TimeSpan.TicksPerMillisecond;
        }
    }
}
