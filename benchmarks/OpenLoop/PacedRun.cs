using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>A schedule and what became of it.</summary>
internal sealed record PacedRun(Plan Plan, LoadResult Result)
{
    /// <summary>Requests sent a second, over the time that really passed.</summary>
    public double Achieved => Result.Sent / Result.MeasuredDuration.TotalSeconds;

    /// <summary>Of the schedule's own number: Poisson arrivals differ from their rate by chance, and must all be made none the less.</summary>
    public double ShareOfSchedule => Result.Sent / (double)Result.Arrivals!.Scheduled;

    public static async Task<PacedRun> MeasureAsync(Plan plan, Uri address)
    {
        using var client = new HttpLoadClient(Plan.Connections, Plan.Duration, TimeProvider.System);
        var profile = new OpenLoopProfile(
            ArrivalSchedule.Constant(plan.Rate, Plan.Duration, plan.Spacing, Plan.Seed), Plan.MaxInFlight, Plan.Seed)
        {
            WarmUp = ArrivalSchedule.Constant(plan.Rate, Plan.WarmUp, plan.Spacing, Plan.Seed + 1),
            Grace = Plan.Grace,
        };
        var request = new PreparedRequest(HttpMethod.Get, address, []);
        var result = await new OpenLoopRunner(TimeProvider.System).RunAsync(
            profile, (_, cancellationToken) => client.SendAsync(request, cancellationToken), new RunMonitor(), default);
        return new PacedRun(plan, result);
    }
}
