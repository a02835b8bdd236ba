using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Schema;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults.Redis;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace DroneDelivery.Delivery.Caching;

/// <summary>
/// Answers in Redis as JSON, for all processes that read the same container. Redis also holds the number of changes, which is
/// part of each answer's key: after a change no process finds an older answer. A change that Redis has not received is sent before
/// this process uses another answer; until then other processes may use older answers, at most until these expire.
/// </summary>
internal sealed class RedisAnswers(
    RedisConnection redis,
    CosmosClient cosmos,
    IOptions<DeliveryOptions> storage,
    IOptions<AnswerCacheOptions> options,
    TimeProvider time) : IAnswerStore
{
    // KEYS: the number of changes. ARGV: the highest number that this process has seen; 1 to add a change; the name of an answer.
    // A number that is missing, or lower than before because Redis lost its latest data, starts at the current Unix time in
    // microseconds, so that no number occurs twice.
    private const string Script =
        """
        local changes = redis.call('GET', KEYS[1])
        if not changes or tonumber(changes) < tonumber(ARGV[1]) then
          local now = redis.call('TIME')
          changes = string.format('%.0f', math.max(now[1] * 1000000 + now[2], ARGV[1] + 1))
          redis.call('SET', KEYS[1], changes)
        end
        if ARGV[2] == '1' then
          redis.call('INCR', KEYS[1])
          changes = redis.call('GET', KEYS[1])
        end
        return {changes, redis.call('GET', KEYS[1] .. ':' .. changes .. ':' .. ARGV[3])}
        """;

    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(1);

    private readonly RedisKey[] _changesKey =
        [$"{{delivery:{cosmos.Endpoint}{storage.Value.Database}/{storage.Value.DeliveryContainer}}}"];

    private readonly long _betweenTries = (long)(BetweenTries.TotalSeconds * time.TimestampFrequency);
    private long _nextTry = time.GetTimestamp();
    private long _highestSeen;
    private long _changesHere;
    private long _changesSent;

    public async ValueTask<FoundAnswer<T>?> FindAsync<T>(object key, CancellationToken cancellationToken)
        where T : class =>
        await TryAskAsync(NameOf<T>(key), cancellationToken) is var (changes, json)
            ? new FoundAnswer<T>(changes, json is null ? null : JsonSerializer.Deserialize<T>(json, JsonSerializerOptions.Web))
            : null;

    public async ValueTask SetAsync<T>(object key, long changes, T answer, long bytes)
        where T : class
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(answer, JsonSerializerOptions.Web);
        try
        {
            await redis.AskAsync(
                database => database.StringSetAsync(
                    $"{_changesKey[0]}:{changes}:{NameOf<T>(key)}", json, options.Value.TimeToLive),
                CancellationToken.None);
        }
        catch (RedisLostException)
        {
            // RedisConnection has logged it. The answer is read again.
        }
    }

    public async ValueTask InvalidateAsync()
    {
        Interlocked.Increment(ref _changesHere);
        await TryAskAsync(name: "", CancellationToken.None);
    }

    private async Task<(long Changes, byte[]? Json)?> TryAskAsync(string name, CancellationToken cancellationToken)
    {
        if (!TryTakeTurn())
        {
            return null;
        }

        var own = Volatile.Read(ref _changesHere);
        RedisValue[] arguments = [Volatile.Read(ref _highestSeen), own > Volatile.Read(ref _changesSent) ? 1 : 0, name];
        try
        {
            var answer = (RedisResult[])(await redis.AskAsync(
                database => database.ScriptEvaluateAsync(Script, _changesKey, arguments), cancellationToken))!;
            var changes = (long)answer[0];
            Increase(ref _changesSent, own);
            Increase(ref _highestSeen, changes);
            return (changes, (byte[]?)answer[1]);
        }
        catch (RedisLostException)
        {
            // RedisConnection has logged it. A change that Redis has executed has no other effect than another one.
            return null;
        }
    }

    // While Redis is lost, one request a second tries it, so that a Redis that hangs does not delay all of them.
    private bool TryTakeTurn()
    {
        var (now, next) = (time.GetTimestamp(), Volatile.Read(ref _nextTry));
        return !redis.IsLost
            || (now >= next && Interlocked.CompareExchange(ref _nextTry, now + _betweenTries, next) == next);
    }

    private static string NameOf<T>(object key) =>
        $"{Shape<T>.Hash}:{key.GetType().Name}:{JsonSerializer.Serialize(key, key.GetType())}";

    private static void Increase(ref long number, long to)
    {
        long before;
        do
        {
            before = Volatile.Read(ref number);
        }
        while (before < to && Interlocked.CompareExchange(ref number, to, before) != before);
    }

    /// <summary>Part of each answer's key, so that no version of the service reads answers of another whose JSON differs.</summary>
    private static class Shape<T>
    {
        public static readonly string Hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(
            JsonSerializerOptions.Web.GetJsonSchemaAsNode(typeof(T)).ToJsonString())))[..8];
    }
}
