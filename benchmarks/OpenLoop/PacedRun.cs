using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>A schedule and what became of it.</summary>
/// <param name="SentInWindows">How many requests left in each of <see cref="Plan.Windows"/> equal windows.</param>
internal sealed record PacedRun(Plan Plan, LoadResult Result, IReadOnlyList<int> SentInWindows)
{
    /// <summary>Requests sent a second, over the time that really passed.</summary>
    public double Achieved => Result.Sent / Result.MeasuredDuration.TotalSeconds;

    /// <summary>
    /// Of the schedule's own number: Poisson arrivals differ from their rate by chance, and must all be made none the less.
    /// </summary>
    public double ShareOfSchedule => Result.Sent / (double)Result.Arrivals!.Scheduled;

    /// <summary>How likely gaps at least as odd are in a Poisson process of this rate.</summary>
    public double GapsFit
    {
        get
        {
            double[] moments = [.. Plan.Schedule.Moments().Select(moment => moment.TotalSeconds)];
            return ArrivalFit.ExponentialGaps([.. moments.Prepend(0).Zip(moments, (before, moment) => moment - before)], 1 / Plan.Rate);
        }
    }

    /// <summary>The same of how many were really sent in each window.</summary>
    public double CountsFit => ArrivalFit.PoissonCounts(SentInWindows);

    public static async Task<PacedRun> MeasureAsync(Plan plan, Uri address)
    {
        using var client = new HttpLoadClient(Plan.Connections, Plan.Duration, TimeProvider.System);
        var profile = new OpenLoopProfile(plan.Schedule, Plan.MaxInFlight, Plan.Seed)
        {
            WarmUp = ArrivalSchedule.Constant(plan.Rate, Plan.WarmUp, plan.Spacing, Plan.Seed + 1),
            Grace = Plan.Grace,
        };
        var request = new PreparedRequest(HttpMethod.Get, address, []);
        var sent = new int[Plan.Windows];
        var runner = new OpenLoopRunner(TimeProvider.System)
        {
            Observe = seen => Interlocked.Increment(ref sent[(int)(seen.Sent / Plan.Duration * Plan.Windows)]),
        };
        var result = await runner.RunAsync(
            profile, (_, cancellationToken) => client.SendAsync(request, cancellationToken), new RunMonitor(), default);
        return new PacedRun(plan, result, sent);
    }
}
