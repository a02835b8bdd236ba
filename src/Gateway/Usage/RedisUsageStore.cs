using System.Globalization;
using DroneDelivery.ServiceDefaults.Redis;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// Stores usage in Redis: a hash for each interval, whose fields are <see cref="RedisUsageField"/>s. A batch is added in one or
/// more parts, each by a script that Redis runs atomically. The script also stores the number of the part.
/// </summary>
internal sealed class RedisUsageStore(RedisConnection redis) : IUsageStore
{
    private const string Prefix = "{usage}:";
    private const string Intervals = $"{Prefix}intervals";

    /// <summary>The maximum number of fields in one script call. Redis can serve other commands between the calls.</summary>
    private const int FieldsAtOnce = 2_000;

    /// <summary>The maximum number of intervals that are read concurrently.</summary>
    private const int IntervalsAtOnce = 64;

    /// <summary>The time after the last write of a gateway until Redis deletes its last number, in seconds.</summary>
    private const int NumberKept = 86_400;

    /// <summary>More than the number of parts of any batch, so that the numbers of all parts are unique and in order.</summary>
    private const long MaxParts = 1_000_000;

    // KEYS: the last number of the gateway, the hash of the interval, the sorted set of intervals. ARGV: the number, its time to
    // live in seconds, the interval, then each field with the value to add to it.
    private const string AddOnce =
        """
        if tonumber(ARGV[1]) <= tonumber(redis.call('GET', KEYS[1]) or '0') then
          return 0
        end
        redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
        redis.call('ZADD', KEYS[3], ARGV[3], ARGV[3])
        for i = 4, #ARGV, 2 do
          redis.call('HINCRBY', KEYS[2], ARGV[i], ARGV[i + 1])
        end
        return 1
        """;

    /// <summary>Does nothing: while Redis is not reachable, the gateway serves requests and counts them in memory.</summary>
    public Task OpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken)
    {
        RedisKey[] keys = [$"{Prefix}batch:{batch.Instance}", HashOf(batch.Interval), Intervals];
        var parts = RedisUsageField.FromRows(batch.Rows).Chunk(FieldsAtOnce).ToArray();
        for (var part = 0; part < parts.Length; part++)
        {
            // Each part has its own number, in ascending order.
            RedisValue[] arguments =
            [
                (batch.Number * MaxParts) + part,
                NumberKept,
                batch.Interval,
                .. parts[part].SelectMany(field => new RedisValue[] { field.Name, field.Value }),
            ];
            await redis.AskAsync(database => database.ScriptEvaluateAsync(AddOnce, keys, arguments), cancellationToken);
        }
    }

    public async Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken)
    {
        var rows = new Dictionary<UsageKey, UsageFigures>();
        var intervals = new SortedDictionary<long, UsageFigures>();
        var starts = await redis.AskAsync(
            database => database.SortedSetRangeByScoreAsync(Intervals, filter.From, filter.To, Exclude.Stop), cancellationToken);
        foreach (var some in starts.Select(start => (long)start).Chunk(IntervalsAtOnce))
        {
            var read = await Task.WhenAll(some.Select(start =>
                redis.AskAsync(database => database.HashGetAllAsync(HashOf(start)), cancellationToken)));
            foreach (var (start, fields) in some.Zip(read))
            {
                foreach (var (key, figures) in RedisUsageField.Read(fields, filter))
                {
                    At(rows, key).Add(figures);
                    At(intervals, start - (start % filter.Step)).Add(figures);
                }
            }
        }

        return new UsageRead(rows, [.. intervals]);
    }

    private static RedisKey HashOf(long interval) => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{interval}");

    private static UsageFigures At<TKey>(IDictionary<TKey, UsageFigures> sums, TKey key)
    {
        if (!sums.TryGetValue(key, out var figures))
        {
            sums[key] = figures = new UsageFigures();
        }

        return figures;
    }
}
