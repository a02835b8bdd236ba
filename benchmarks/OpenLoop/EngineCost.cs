using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>
/// What the closed loop costs by itself: users without think time whose requests are one trip through the thread pool, against
/// the same trips without the engine. Each figure is for one request.
/// </summary>
/// <param name="Bytes">Allocated.</param>
internal sealed record EngineCost(double BareNanoseconds, double Nanoseconds, double BareBytes, double Bytes)
{
    private const int Users = 50;
    private const int Rounds = 5;

    private static readonly TimeSpan Round = TimeSpan.FromSeconds(1);

    public static async Task<EngineCost> MeasureAsync()
    {
        var rounds = new List<EngineCost>();
        for (var round = 0; round <= Rounds; round++)
        {
            var (bare, bareBytes) = await CostOfAsync(BareAsync);
            var (engine, bytes) = await CostOfAsync(EngineAsync);
            rounds.Add(new EngineCost(bare, engine, bareBytes, bytes));
        }

        // The first round compiles. The lowest of the others is what least else came in between.
        return rounds.Skip(1).MinBy(cost => cost.Nanoseconds - cost.BareNanoseconds)!;
    }

    private static async Task<(double Nanoseconds, double Bytes)> CostOfAsync(Func<Task<long>> load)
    {
        var (before, allocated) = (Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
        var requests = await load();
        var used = Environment.CpuUsage.TotalTime - before;
        return (used.TotalNanoseconds / requests, (GC.GetTotalAllocatedBytes(precise: true) - allocated) / (double)requests);
    }

    private static async Task<long> EngineAsync()
    {
        var profile = new ClosedLoopProfile(
            [LoadStep.Hold(Users, Round)], ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, Plan.Seed);
        var result = await new LoadRunner(TimeProvider.System).RunAsync(
            profile, (_, _) => TripAsync(), new RunMonitor(), CancellationToken.None);
        return result.Sent;
    }

    private static async Task<long> BareAsync()
    {
        var (started, requests) = (TimeProvider.System.GetTimestamp(), 0L);
        await Task.WhenAll([.. Enumerable.Range(0, Users).Select(async _ =>
        {
            var own = 0L;
            for (; TimeProvider.System.GetElapsedTime(started) < Round; own++)
            {
                await TripAsync();
            }

            Interlocked.Add(ref requests, own);
        })]);
        return requests;
    }

    private static async ValueTask<RequestOutcome> TripAsync()
    {
        await Task.Yield();
        return new RequestOutcome(200, null, 2);
    }
}
