using System.Diagnostics.Metrics;
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
/// this process uses another answer; until then other processes may use older answers, at most until these expire. A loss of Redis
/// counts as a change, and ends with the first change that Redis has written.
/// </summary>
internal sealed class RedisAnswers(
    RedisConnection redis,
    CosmosClient cosmos,
    IOptions<DeliveryOptions> storage,
    IOptions<AnswerCacheOptions> options,
    IMeterFactory meters,
    TimeProvider time) : BackgroundService, IAnswerStore
{
    // KEYS: the number of changes. ARGV: the highest number that this process has seen; 1 to add a change; the name of an answer.
    // A new number is at least the current Unix time in microseconds, so that no number occurs twice, also if Redis has lost its
    // latest data.
    private const string Script =
        """
        local changes = redis.call('GET', KEYS[1])
        if ARGV[2] == '1' or not changes or tonumber(changes) < tonumber(ARGV[1]) then
          local now = redis.call('TIME')
          changes = string.format('%.0f', math.max(now[1] * 1000000 + now[2], ARGV[1] + 1, (changes or 0) + 1))
          redis.call('SET', KEYS[1], changes)
        end
        return {changes, redis.call('GET', KEYS[1] .. ':' .. changes .. ':' .. ARGV[3])}
        """;

    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(1);

    private readonly Counter<long> _notStored = meters.Create(AnswerCache.MeterName).CreateCounter<long>(
        "delivery.cache.not_stored", "{answer}", "Answers that Redis did not store.");

    private readonly RedisKey[] _changesKey =
        [$"{{delivery:{cosmos.Endpoint}{storage.Value.Database}/{storage.Value.DeliveryContainer}}}"];

    private long _highestSeen;
    private long _changesHere;
    private long _changesSent;

    public async ValueTask<FoundAnswer<T>?> FindAsync<T>(object key, CancellationToken cancellationToken)
        where T : class =>
        !redis.IsLost && await TryAskAsync(NameOf<T>(key), cancellationToken) is var (changes, json)
            ? new FoundAnswer<T>(changes, json is null ? null : Read<T>(json))
            : null;

    public void Set<T>(object key, long changes, T answer, long bytes)
        where T : class
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(answer, JsonSerializerOptions.Web);
        _ = StoreAsync($"{_changesKey[0]}:{changes}:{NameOf<T>(key)}", json);
    }

    public async ValueTask InvalidateAsync()
    {
        Interlocked.Increment(ref _changesHere);
        if (!redis.IsLost)
        {
            await TryAskAsync(name: "", CancellationToken.None);
        }
    }

    /// <summary>Tries Redis if it is lost or has not received a change of this process.</summary>
    public async Task TrySendChangesAsync(CancellationToken cancellationToken)
    {
        if (redis.IsLost || Volatile.Read(ref _changesHere) > Volatile.Read(ref _changesSent))
        {
            await TryAskAsync(name: "", cancellationToken);
        }
    }

    // In the background, so that no request waits for a Redis that is lost.
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(BetweenTries, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            await TrySendChangesAsync(stoppingToken);
        }
    }

    private async Task<(long Changes, byte[]? Json)?> TryAskAsync(string name, CancellationToken cancellationToken)
    {
        var own = Volatile.Read(ref _changesHere);
        try
        {
            var answer = (RedisResult[])(await redis.AskAsync(
                database => database.ScriptEvaluateAsync(Script, _changesKey, Arguments(own, name)), cancellationToken))!;
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

    // A Redis that is lost may have lost its latest data, or refuse writes: the change is a write.
    private RedisValue[] Arguments(long own, string name) =>
        [Volatile.Read(ref _highestSeen), redis.IsLost || own > Volatile.Read(ref _changesSent) ? 1 : 0, name];

    private async Task StoreAsync(string key, byte[] json)
    {
        try
        {
            if (!redis.IsLost)
            {
                await redis.AskAsync(
                    database => database.StringSetAsync(key, json, options.Value.TimeToLive), CancellationToken.None);
                return;
            }
        }
        catch (RedisLostException)
        {
            // RedisConnection has logged it. The answer is read again.
        }

        _notStored.Add(1);
    }

    /// <summary>Null if the value is damaged: the answer is then read again, and replaces it.</summary>
    private static T? Read<T>(byte[] json)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, JsonSerializerOptions.Web);
        }
        catch (JsonException)
        {
            return null;
        }
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
