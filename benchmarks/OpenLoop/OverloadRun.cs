using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>More arrivals than anything could take, at a server that never answers.</summary>
/// <param name="Took">From the start until the run had ended, the grace included.</param>
/// <param name="BytesBefore">The generator's resident memory before.</param>
/// <param name="PeakBytes">The same at its highest.</param>
internal sealed record OverloadRun(LoadResult Result, TimeSpan Took, long BytesBefore, long PeakBytes)
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    public static async Task<OverloadRun> MeasureAsync(Uri address)
    {
        using var client = new HttpLoadClient(Plan.MaxInFlight, TimeSpan.FromMinutes(1), TimeProvider.System);
        var arrivals = ArrivalSchedule.Constant(Plan.OverloadRate, Plan.Duration, ArrivalSpacing.Even, Plan.Seed);
        var profile = new OpenLoopProfile(arrivals, Plan.MaxInFlight, Plan.Seed) { Grace = Plan.Grace };
        var (started, before) = (TimeProvider.System.GetTimestamp(), Environment.WorkingSet);
        var request = new PreparedRequest(HttpMethod.Get, address, []);
        var run = new LoadRunner(TimeProvider.System).RunAsync(
            profile, (_, cancellationToken) => client.SendAsync(request, cancellationToken), new RunMonitor(), default);

        var peak = before;
        while (!run.IsCompleted)
        {
            peak = Math.Max(peak, Environment.WorkingSet);
            await Task.WhenAny(run, Task.Delay(Look));
        }

        return new OverloadRun(await run, TimeProvider.System.GetElapsedTime(started), before, peak);
    }
}
