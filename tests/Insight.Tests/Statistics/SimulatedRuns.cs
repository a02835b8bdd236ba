using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Statistics;

/// <summary>
/// Runs of a staircase of users whose latency grows with the load: chance within the run, which lasts from one second into the
/// next, and chance from run to run. Runs of the lab have 0.05 to 0.08 within a second and hardly anything lasts; the default is
/// harder.
/// </summary>
/// <param name="within">Coefficient of variation of a second's mean latency.</param>
/// <param name="lasting">The share of a second's deviation that is still there in the next.</param>
/// <param name="rises">Whether the number of users rises; otherwise it stays the same.</param>
internal sealed class SimulatedRuns(ulong seed, int seconds = 45, double within = 0.1, double lasting = 0.5, bool rises = true)
{
    private const double BetweenRuns = 0.02;

    private readonly SeededRandom _random = new(seed);

    /// <param name="slower">What latency is multiplied by.</param>
    public RunRecord Draw(double slower = 1)
    {
        var level = slower * (1 + (BetweenRuns * _random.NextNormal()));
        var deviation = 0.0;
        List<SecondSample> all = [];
        for (var second = 0; second < seconds; second++)
        {
            deviation = (lasting * deviation) + (Math.Sqrt(1 - (lasting * lasting)) * within * _random.NextNormal());
            var users = rises ? 1 + (40 * second / seconds) : 20;
            var latency = level * (200 + (10 * users)) * (1 + deviation);
            var answered = Math.Max(1, (long)(users / (0.3 + (latency / 1000))));
            all.Add(new SecondSample(second, users, answered, 0, latency, latency, 2 * latency));
        }

        return Record(all);
    }

    private RunRecord Record(List<SecondSample> all)
    {
        var (sent, run) = (all.Sum(second => second.Successful), SampleRecords.Run);
        var mean = all.Sum(second => second.MeanMs.Milliseconds!.Value * second.Successful) / sent;
        return run with
        {
            Load = run.Load with
            {
                DurationSeconds = seconds,
                Sent = sent,
                Successful = sent,
                ClientErrors = 0,
                Latency = SampleRecords.Latency(mean),
                Seconds = all,
            },
        };
    }
}
