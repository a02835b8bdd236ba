using DroneDelivery.Gateway.Redis;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Tells gateways on one Redis of the tags that changed at the others. Redis has a number for each tag, one higher with each
/// change, and each gateway asks for the numbers again and again: unlike one that is told, it misses nothing while Redis is away.
/// </summary>
internal sealed class TagExchange(RedisConnection redis, CacheTags tags, TimeProvider time) : BackgroundService
{
    // KEYS: the numbers'. ARGV: the tags that changed. A number that is not there begins at the time in us, so that none comes
    // twice, should Redis lose them.
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
    private readonly Dictionary<string, long> _seen = new(StringComparer.Ordinal);
    private HashSet<string> _untold = [];

    /// <summary>These changed at this gateway: the others hear of it with the next exchange that succeeds.</summary>
    public void Announce(IEnumerable<string> changed)
    {
        lock (_gate)
        {
            _untold.UnionWith(changed);
        }
    }

    /// <summary>
    /// Tells what changed here and hears what changed elsewhere; does nothing while Redis is lost. One call at a time.
    /// </summary>
    public async Task ExchangeAsync(CancellationToken cancellationToken)
    {
        var own = TakeUntold();
        try
        {
            var answer = await redis.AskAsync(
                database => database.ScriptEvaluateAsync(Script, Numbers, [.. own.Select(tag => (RedisValue)tag)]),
                cancellationToken);
            Compare(own, ((RedisValue[])answer!).Chunk(2).ToDictionary(pair => (string)pair[0]!, pair => (long)pair[1]));
        }
        catch (RedisLostException)
        {
            // The connection has said so. Told twice, where Redis had done it, is no harm.
            Announce(own);
        }
    }

    /// <summary>What changed last is told too.</summary>
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
            // One that the stop cut off might have told nobody, and would have forgotten what it was to tell. It ends by itself.
            await ExchangeAsync(CancellationToken.None);
        }
    }

    private HashSet<string> TakeUntold()
    {
        lock (_gate)
        {
            (var taken, _untold) = (_untold, []);
            return taken;
        }
    }

    // A number that is one higher because of this gateway alone is no news to it; one that is gone may have been any.
    private void Compare(HashSet<string> own, Dictionary<string, long> numbers)
    {
        foreach (var tag in numbers.Keys.Union(_seen.Keys).ToList())
        {
            var number = numbers.GetValueOrDefault(tag);
            if (number != _seen.GetValueOrDefault(tag) + (own.Contains(tag) ? 1 : 0))
            {
                tags.Invalidate([tag]);
            }

            _seen[tag] = number;
        }
    }
}
