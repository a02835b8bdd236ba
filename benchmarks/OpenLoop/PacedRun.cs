using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>A schedule and what became of it.</summary>
/// <param name="SentAt">When each answered request really left, in seconds from the start.</param>
internal sealed record PacedRun(Plan Plan, LoadResult Result, IReadOnlyList<double> SentAt)
{
    private readonly IReadOnlyList<double> _gaps = ArrivalFit.Gaps(SentAt);

    /// <summary>Requests sent a second, over the time that really passed.</summary>
    public double Achieved => Result.Sent / Result.Elapsed.TotalSeconds;

    /// <summary>
    /// Of the schedule's own number: Poisson arrivals differ from their rate by chance, and must all be made none the less.
    /// </summary>
    public double ShareOfSchedule => Result.Sent / (double)Result.Arrivals!.Scheduled;

    /// <summary>Of the gaps between requests sent, from 0 to 1, those as long as even spacing asks for.</summary>
    public double ShareOfEvenGaps => ArrivalFit.ShareOfEvenGaps(_gaps, 1 / Plan.Rate, Plan.Tolerance);

    /// <summary>How far the gaps between requests sent are from a Poisson process of this rate, from 0 to 1.</summary>
    public double GapsDistance => ArrivalFit.ExponentialDistance(_gaps, 1 / Plan.Rate);

    /// <summary>How likely gaps at least as odd as those sent are in a Poisson process of this rate.</summary>
    public double GapsFit => ArrivalFit.ExponentialGaps(_gaps, 1 / Plan.Rate);

    /// <summary>The same of how many were sent in each window.</summary>
    public double CountsFit
    {
        get
        {
            var counts = new int[Plan.Windows];
            foreach (var moment in SentAt)
            {
                counts[Math.Min((int)(moment / Plan.Duration.TotalSeconds * Plan.Windows), Plan.Windows - 1)]++;
            }

            return ArrivalFit.PoissonCounts(counts);
        }
    }

    public static async Task<PacedRun> MeasureAsync(Plan plan, Uri address)
    {
        using var client = new HttpLoadClient(Plan.Connections, Plan.Duration, TimeProvider.System);
        var profile = new OpenLoopProfile(plan.Schedule, Plan.MaxInFlight, Plan.Seed)
        {
            WarmUp = ArrivalSchedule.Constant(plan.Rate, Plan.WarmUp, plan.Spacing, Plan.Seed + 1),
            Grace = Plan.Grace,
        };
        var request = new PreparedRequest(HttpMethod.Get, address, []);
        var sent = new ConcurrentQueue<double>();
        var runner = new LoadRunner(TimeProvider.System)
        {
            Observe = seen => sent.Enqueue(seen.Timing.Sent.TotalSeconds),
        };
        var result = await runner.RunAsync(
            profile, (_, cancellationToken) => client.SendAsync(request, cancellationToken), new RunMonitor(), default);
        return new PacedRun(plan, result, [.. sent]);
    }
}
