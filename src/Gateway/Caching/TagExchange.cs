using DroneDelivery.ServiceDefaults.Redis;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Exchanges the changes of tags between gateways that share a Redis server. Redis stores a number for each tag. Each change
/// increments it, and each gateway polls the numbers. Unlike with notifications, no change is missed while Redis is not
/// reachable.
/// </summary>
/// <param name="folder">Null if no folder has answers from before the start.</param>
internal sealed class TagExchange(RedisConnection redis, CacheTags tags, TimeProvider time, CacheFolder? folder = null)
    : BackgroundService
{
    // KEYS: the hash of the numbers. ARGV: the tags that changed. A missing number starts at the current Unix time in
    // microseconds, so that no number occurs twice if Redis loses its data.
    private const string Script =
        """
        for _, tag in ipairs(ARGV) do
          if redis.call('HEXISTS', KEYS[1], tag) == 0 then
            local now = redis.call('TIME')
            redis.call('HSET', KEYS[1], tag, now[1] .. string.format('%06d', now[2]))
          end
          redis.call('HINCRBY', KEYS[1], tag, 1)
        end
        return redis.call('HGETALL', KEYS[1])
        """;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly RedisKey[] Numbers = ["{cache}:tags"];

    private readonly Lock _gate = new();
    private HashSet<string> _unannounced = [];

    /// <summary>
    /// Announces tags that changed at this gateway to the other gateways, with the next exchange that succeeds. Safe for
    /// concurrent use.
    /// </summary>
    public void Announce(IEnumerable<string> changed)
    {
        lock (_gate)
        {
            _unannounced.UnionWith(changed);
        }
    }

    /// <summary>
    /// Sends the tags that changed at this gateway, and invalidates the tags that changed at other gateways. While Redis is not
    /// reachable, the tags are retained for the next exchange. Not safe for concurrent use.
    /// </summary>
    public async Task ExchangeAsync(CancellationToken cancellationToken)
    {
        var own = TakeUnannounced();
        try
        {
            var answer = await redis.AskAsync(
                database => database.ScriptEvaluateAsync(Script, Numbers, [.. own.Select(tag => (RedisValue)tag)]),
                cancellationToken);
            Compare(own, ((RedisValue[])answer!).Chunk(2).ToDictionary(pair => (string)pair[0]!, pair => (long)pair[1]));
        }
        catch (RedisLostException)
        {
            // RedisConnection has logged the failure. If Redis has run the script, the repeated change has no other effect than
            // another invalidation.
            Announce(own);
        }
    }

    /// <summary>Answers from before the start are not used until the first exchange tells whether they are outdated.</summary>
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        tags.KnowsEarlierChanges = false;
        return base.StartAsync(cancellationToken);
    }

    /// <summary>Runs a final exchange, so that the latest changes are sent too.</summary>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await ExchangeAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Pause, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            // Not canceled by a stop: a canceled exchange could lose tags that it took and did not send. It has its own timeout.
            await ExchangeAsync(CancellationToken.None);
        }
    }

    private HashSet<string> TakeUnannounced()
    {
        lock (_gate)
        {
            (var taken, _unannounced) = (_unannounced, []);
            return taken;
        }
    }

    // A number that increased only by this gateway's own change is ignored. A number that is missing counts as changed, because
    // its latest value is unknown.
    private void Compare(HashSet<string> own, Dictionary<string, long> numbers)
    {
        var before = tags.Shared;
        foreach (var tag in numbers.Keys.Union(before.Keys))
        {
            if (numbers.GetValueOrDefault(tag) != before.GetValueOrDefault(tag) + (own.Contains(tag) ? 1 : 0))
            {
                tags.Invalidate([tag]);
            }
        }

        tags.Shared = numbers;
        tags.KnowsEarlierChanges = true;
        _ = folder?.SaveAsync();
    }
}
