using System.Globalization;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>Two gateways that count into one store, each with a route of its own; one is killed half way.</summary>
internal static class CountRun
{
    private const string KilledPath = "/api/packages";
    private const string KilledRoute = "/api/packages/{**rest}";
    private const string StoppedPath = "/api/drones";
    private const string StoppedRoute = "/api/drones/{**rest}";

    /// <summary>One flush interval.</summary>
    private static readonly TimeSpan MaxLost = TimeSpan.FromSeconds(World.FlushSeconds);

    /// <returns>0 when all is as it must be, else 1.</returns>
    public static async Task<int> RunAsync(int requests, Store store)
    {
        await using var world = await World.StartAsync();
        var (since, pot) = (TimeProvider.System.GetUtcNow(), new Pot(requests));
        await using var killedGateway = await world.StartGatewayAsync(store);
        var stoppedGateway = await world.StartGatewayAsync(store);
        using var killed = new Traffic(killedGateway.Address, KilledPath, world.Keys, pot);
        using var stopped = new Traffic(stoppedGateway.Address, StoppedPath, world.Keys, pot);

        var started = TimeProvider.System.GetTimestamp();
        var running = Task.WhenAll(killed.RunAsync(), stopped.RunAsync());
        await Task.WhenAny(pot.Half, running);
        var killedAt = TimeProvider.System.GetTimestamp();
        await killedGateway.KillAsync();
        await running;
        var took = TimeProvider.System.GetElapsedTime(started);
        await stoppedGateway.DisposeAsync();

        var countedOfKilled = await world.CountedAsync(store, KilledRoute, since);
        var countedOfStopped = await world.CountedAsync(store, StoppedRoute, since);
        return Report(killed, countedOfKilled, killedAt, stopped, countedOfStopped, took);
    }

    private static int Report(
        Traffic killed,
        AnswerCounts countedOfKilled,
        long killedAt,
        Traffic stopped,
        AnswerCounts countedOfStopped,
        TimeSpan took)
    {
        var lost = killed.Counts.Beyond(countedOfKilled);
        var lostOf = lost == 0 ? TimeSpan.Zero : TimeProvider.System.GetElapsedTime(killed.TimestampBefore(lost), killedAt);
        var differing = stopped.Counts.Differing(countedOfStopped);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"""
            | gateway | answered | counted | difference |
            |---|---:|---:|---|
            | killed half way | {killed.Answered:N0} | {countedOfKilled.Requests:N0} | {Lost(lost, lostOf, killed.Broken)} |
            | stopped at the end | {stopped.Answered:N0} | {countedOfStopped.Requests:N0} | {Differing(differing, stopped)} |

            {killed.Answered + stopped.Answered:N0} requests in {took.TotalSeconds:0.0} s. Flushed every {World.FlushSeconds} s.
            """));
        var isRight = lostOf <= MaxLost
            && countedOfKilled.Beyond(killed.Counts) <= killed.Broken
            && differing == 0
            && stopped.Answered > 0
            && killed.Answered > 0;
        Console.WriteLine(isRight ? "As it must be." : "NOT as it must be.");
        return isRight ? 0 : 1;
    }

    private static string Lost(long requests, TimeSpan of, long broken) => string.Create(
        CultureInfo.InvariantCulture,
        $"{requests:N0}: what it had answered in its last {of.TotalMilliseconds:0} ms ({broken} more were in flight)");

    private static string Differing(long differing, Traffic traffic) =>
        $"{differing} of {traffic.Counts.Count} pairs of key and status differ in requests or bytes";
}
