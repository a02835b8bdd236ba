using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Lab.Capacity;
using Distribution = MathNet.Numerics.Distributions.Normal;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>
/// A system whose share of missed arrivals has a formula. Each trial draws its misses, and a machine that is a little faster or
/// slower than the last time.
/// </summary>
internal sealed class SimulatedSystem
{
    private readonly double _serviceRate;
    private readonly double _machineNoise;
    private readonly Func<double, double, double> _missedShare;
    private readonly SeededRandom _random;

    private SimulatedSystem(
        double serviceRate, double machineNoise, ulong seed, double trueLimit, Func<double, double, double> missedShare)
    {
        (_serviceRate, _machineNoise, _missedShare, _random) = (serviceRate, machineNoise, missedShare, new SeededRandom(seed));
        TrueLimit = machineNoise == 0 ? trueLimit : FindLimit(trueLimit);
    }

    /// <summary>The rate at which 1 % of arrivals miss, on average over machines that are faster and slower.</summary>
    public double TrueLimit { get; }

    /// <summary>
    /// A single queue (M/M/1), whose latency is longer than t with chance exp(-(μ - λ) t): misses grow smoothly with the rate.
    /// </summary>
    public static SimulatedSystem Queue(double serviceRate, TimeSpan objective, double machineNoise, ulong seed) => new(
        serviceRate,
        machineNoise,
        seed,
        serviceRate - (Math.Log(1 / LatencyGoal.AllowedShare) / objective.TotalSeconds),
        (rate, speed) => rate >= speed ? 1 : Math.Exp(-(speed - rate) * objective.TotalSeconds));

    /// <summary>
    /// One that refuses at once what is above its rate, and answers the rest in time: nothing misses up to a cliff.
    /// </summary>
    public static SimulatedSystem Cliff(double serviceRate, double machineNoise, ulong seed) => new(
        serviceRate,
        machineNoise,
        seed,
        serviceRate / (1 - LatencyGoal.AllowedShare),
        (rate, speed) => Math.Max(0, 1 - (speed / rate)));

    /// <summary>CPU grows with the rate to a full machine at the service rate.</summary>
    public double TrueRateAtCpu(double share) => share * _serviceRate;

    public CapacityTrial Run(PlannedTrial plan)
    {
        var speed = _serviceRate * (1 + (_machineNoise * _random.NextNormal()));
        var arrivals = (long)(plan.Rate * plan.Seconds);
        var share = _missedShare(plan.Rate, speed);
        var missed = 0L;
        for (var arrival = 0L; arrival < arrivals; arrival++)
        {
            missed += _random.NextDouble() < share ? 1 : 0;
        }

        var mean = plan.Rate < speed ? 1000 / (speed - plan.Rate) : 1000 * plan.Seconds;
        var cpu = Math.Min(1, plan.Rate / speed);
        return new CapacityTrial(
            plan.Purpose,
            plan.Rate,
            plan.Seconds,
            arrivals,
            arrivals - missed,
            Math.Min(plan.Rate, speed),
            new LatencyValue(mean * Math.Log(2)),
            new LatencyValue(mean * Math.Log(100)),
            Math.Min(plan.Rate, speed) * mean / 1000)
        {
            CpuShare = cpu,
        };
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

    private double FindLimit(double withoutNoise)
    {
        const int Machines = 500;
        double[] speeds = [.. Enumerable.Range(0, Machines).Select(number =>
            _serviceRate * (1 + (_machineNoise * Distribution.InvCDF(0, 1, (number + 0.5) / Machines))))];
        var (low, high) = (withoutNoise / 2, withoutNoise * 1.1);
        while (high - low > 1e-4 * low)
        {
            var middle = (low + high) / 2;
            (low, high) = speeds.Average(speed => _missedShare(middle, speed)) > LatencyGoal.AllowedShare
                ? (low, middle)
                : (middle, high);
        }

        return low;
    }
}

/// <summary>What a search found, and its trials.</summary>
internal sealed record SearchResult(FoundLimit Found, IReadOnlyList<CapacityTrial> Trials)
{
    public bool Covers(double rate) => Found.Estimate is { } interval && rate >= interval.Low && rate <= interval.High;
}
