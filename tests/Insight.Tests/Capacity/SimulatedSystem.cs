using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Capacity;

namespace DroneDelivery.Insight.Tests.Capacity;

/// <summary>
/// A single queue (M/M/1) whose share of slow requests has a formula: latency is longer than t with chance exp(-(μ - λ) t). Each trial draws its
/// misses, and a machine that is a little faster or slower than the last time.
/// </summary>
internal sealed class SimulatedSystem(double serviceRate, TimeSpan objective, double machineNoise, ulong seed)
{
    private readonly SeededRandom _random = new(seed);

    /// <summary>The rate at which 1 % of requests take longer than the objective.</summary>
    public double TrueLimit => serviceRate - (Math.Log(1 / LatencyGoal.AllowedShare) / objective.TotalSeconds);

    /// <summary>CPU grows with the rate to a full machine at the service rate.</summary>
    public double TrueRateAtCpu(double share) => share * serviceRate;

    public CapacityTrial Run(PlannedTrial plan)
    {
        var speed = serviceRate * (1 + (machineNoise * Normal()));
        var arrivals = (long)(plan.Rate * plan.Seconds);
        var slow = plan.Rate >= speed ? 1 : Math.Exp(-(speed - plan.Rate) * objective.TotalSeconds);
        var missed = 0L;
        for (var arrival = 0L; arrival < arrivals; arrival++)
        {
            missed += _random.NextDouble() < slow ? 1 : 0;
        }

        var mean = plan.Rate < speed ? 1000 / (speed - plan.Rate) : 1000 * plan.Seconds;
        var cpu = Math.Min(1, plan.Rate / speed);
        return new CapacityTrial(
            plan.Purpose, plan.Rate, plan.Seconds, arrivals, arrivals - missed, Math.Min(plan.Rate, speed), mean, mean * 4.6, mean, cpu, null);
    }

    public CapacityResult Search(CapacityGoal goal, CapacityPlan plan)
    {
        var search = new CapacitySearch(goal, plan);
        var trials = new List<CapacityTrial>();
        while (search.Next(trials) is { } next)
        {
            trials.Add(Run(next));
        }

        return search.Conclude(trials);
    }

    private double Normal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
