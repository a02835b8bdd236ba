using System.Globalization;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>Two gateways that count into one store, each with a route of its own; one is killed half way.</summary>
internal static class CountRun
{
    private const string KilledPath = "/api/packages/p";
    private const string KilledRoute = "/api/packages/{**rest}";
    private const string StoppedPath = "/api/drones/d";
    private const string StoppedRoute = "/api/drones/{**rest}";

    /// <summary>A batch is taken at the end of an interval and is safe when it is written; that takes some time too.</summary>
    private static readonly TimeSpan MostLost = TimeSpan.FromSeconds(1.25);

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

        var countedOfKilled = (await world.CountedAsync(store, KilledRoute, since)).Values.Sum();
        var countedOfStopped = await world.CountedAsync(store, StoppedRoute, since);
        return Report(killed, countedOfKilled, killedAt, stopped, countedOfStopped, took);
    }

    private static int Report(
        Traffic killed,
        long countedOfKilled,
        long killedAt,
        Traffic stopped,
        IReadOnlyDictionary<string, long> countedOfStopped,
        TimeSpan took)
    {
        var lost = killed.Answered - countedOfKilled;
        var lostOf = lost <= 0 ? TimeSpan.Zero : TimeProvider.System.GetElapsedTime(killed.TimestampBefore(lost), killedAt);
        var differing = stopped.AnsweredByKey.Count(key => countedOfStopped.GetValueOrDefault(key.Key) != key.Value);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"""
            | gateway | answered | counted | difference |
            |---|---:|---:|---|
            | killed half way | {killed.Answered:N0} | {countedOfKilled:N0} | {lost:N0}: what it had answered in its last {lostOf.TotalMilliseconds:0} ms ({killed.Broken} more were in flight) |
            | stopped at the end | {stopped.Answered:N0} | {countedOfStopped.Values.Sum():N0} | {differing} of {World.KeyCount} keys differ |

            {killed.Answered + stopped.Answered:N0} requests in {took.TotalSeconds:0.0} s. Flushed every second.
            """));
        var isRight = lostOf <= MostLost && -lost <= killed.Broken && differing == 0 && stopped.Answered > 0 && killed.Answered > 0;
        Console.WriteLine(isRight ? "As it must be." : "NOT as it must be.");
        return isRight ? 0 : 1;
    }
}
