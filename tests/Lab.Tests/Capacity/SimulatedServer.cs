using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>
/// A queue with one server, simulated request by request on one clock. The server's speed drifts (an Ornstein-Uhlenbeck process of
/// its logarithm), within a trial and from one to the next, so that misses come in clusters and neighbouring trials resemble each
/// other.
/// </summary>
/// <param name="serviceRate">Requests per second at the usual speed.</param>
/// <param name="noise">Standard deviation of the speed's logarithm.</param>
/// <param name="lasting">After so many seconds a deviation is down to a third.</param>
/// <param name="sheds">Refuses at once what would wait longer than four fifths of the objective.</param>
/// <param name="hotPartition">
/// Requests per second that the request units of a physical partition allow, which every eighth request needs. The others wait for
/// the next second.
/// </param>
internal sealed class SimulatedServer(
    double serviceRate, TimeSpan objective, double noise, double lasting, bool sheds, ulong seed, double? hotPartition = null)
{
    private const double Rest = 1;
    private const double HotShare = 0.125;
    private const double Tick = 0.05;
    private const double Shedding = 0.8;

    private readonly SeededRandom _random = new(seed);
    private double _deviation = double.NaN;
    private double _speed;
    private (double Second, double Used) _partition;

    /// <summary>The rate at which 1 % of the arrivals of a very long run miss, to a quarter of a per cent.</summary>
    public static double FindTrueLimit(
        double serviceRate, TimeSpan objective, double noise, double lasting, bool sheds, double? hotPartition = null)
    {
        const double Requests = 3e6;
        var (low, high) = (serviceRate / 2, serviceRate * 1.1);
        while (high / low > 1.0025)
        {
            var middle = (low + high) / 2;
            var server = new SimulatedServer(serviceRate, objective, noise, lasting, sheds, seed: 99, hotPartition);
            var met = server.Run(new PlannedTrial(TrialPurpose.Confirming, middle, Requests / serviceRate, 60)).MissedShare
                <= LatencyGoal.AllowedShare;
            (low, high) = met ? (middle, high) : (low, middle);
        }

        return (low + high) / 2;
    }

    public CapacityTrial Run(PlannedTrial plan)
    {
        Pass(Rest);
        _partition = default;
        var (now, end, busyUntil, ticked) = (0.0, plan.SettlingSeconds + plan.Seconds, 0.0, 0.0);
        var (arrivals, good) = (0L, 0L);
        while ((now += Exponential() / plan.Rate) < end)
        {
            if (now - ticked > Tick)
            {
                Pass(now - ticked);
                ticked = now;
            }

            var waits = Math.Max(0, busyUntil - now);
            var refused = sheds && waits > Shedding * objective.TotalSeconds;
            busyUntil = refused ? busyUntil : now + waits + (Exponential() / (serviceRate * _speed));
            var throttled = refused ? 0 : ThrottledFor(now);
            if (now >= plan.SettlingSeconds)
            {
                arrivals++;
                good += !refused && busyUntil - now + throttled <= objective.TotalSeconds ? 1 : 0;
            }
        }

        return new CapacityTrial(plan.Purpose, plan.Rate, plan.Seconds, arrivals, good, good / plan.Seconds, LatencyValue.None, LatencyValue.None, 0);
    }

    public SearchResult Search(CapacityGoal goal, CapacityPlan plan)
    {
        var search = new CapacitySearch(goal, plan);
        var trials = new List<CapacityTrial>();
        while (search.Next(trials) is { } next)
        {
            trials.Add(Run(next));
        }

        return new SearchResult(search.Conclude(trials), trials);
    }

    /// <summary>How long a request waits for request units.</summary>
    private double ThrottledFor(double now)
    {
        if (hotPartition is not { } budget || _random.NextDouble() >= HotShare)
        {
            return 0;
        }

        var (second, used) = Math.Floor(now) > _partition.Second ? (Math.Floor(now), 0) : _partition;
        _partition = used < budget ? (second, used + 1) : (second + 1, 1);
        return Math.Max(0, _partition.Second - now);
    }

    private void Pass(double seconds)
    {
        var kept = double.IsNaN(_deviation) ? 0 : Math.Exp(-seconds / lasting);
        var before = double.IsNaN(_deviation) ? 0 : _deviation;
        _deviation = (kept * before) + (noise * Math.Sqrt(1 - (kept * kept)) * _random.NextNormal());
        _speed = Math.Exp(_deviation);
    }

    private double Exponential() => -Math.Log(1 - _random.NextDouble());
}
