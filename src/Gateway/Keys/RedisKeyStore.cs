using System.Text.Json;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Redis;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Stores keys in Redis: one hash with all keys as JSON by id, which one command reads at one moment, and a version, which is
/// different after each change. A Redis without a version has lost its keys or never had any, and is no store.
/// </summary>
internal sealed class RedisKeyStore(RedisConnection redis) : IKeyStore
{
    private const string Version = "{keys}:version";
    private const string All = "{keys}:all";

    // KEYS: the version, the hash. ARGV: the version that was read, the next one, then each id with its key.
    private const string WriteIfUnchanged =
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then
          return 0
        end
        redis.call('SET', KEYS[1], ARGV[2])
        for i = 3, #ARGV, 2 do
          redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
        end
        return 1
        """;

    private string? _seen;

    public string Location => $"Redis at {redis.Address}";

    public Task<bool> CreateAsync(CancellationToken cancellationToken) =>
        redis.AskAtStartAsync(database => database.StringSetAsync(Version, NewVersion(), when: When.NotExists), cancellationToken);

    public async Task<List<StoredKey>> ReadAsync(CancellationToken cancellationToken)
    {
        await ReadVersionAsync(cancellationToken);
        return await ReadAllAsync(cancellationToken);
    }

    public async Task<List<StoredKey>?> ReadChangesAsync(CancellationToken cancellationToken)
    {
        var seen = _seen;
        _seen = null;
        // Read before the keys, so that a change between the two is read twice instead of missed.
        var version = await ReadVersionAsync(cancellationToken);
        var keys = version == seen ? null : await ReadAllAsync(cancellationToken);
        _seen = version;
        return keys;
    }

    public async Task<T> WriteAsync<T>(
        Func<List<StoredKey>, (T Result, IReadOnlyList<StoredKey> Changed)> change, CancellationToken cancellationToken)
    {
        while (true)
        {
            var version = await ReadVersionAsync(cancellationToken);
            var (result, changed) = change(await ReadAllAsync(cancellationToken));
            RedisValue[] arguments =
                [version, NewVersion(), .. changed.SelectMany(key => new RedisValue[] { key.Id, ToJson(key) })];
            if (changed.Count == 0
                || (bool)await redis.AskAtStartAsync(
                    database => database.ScriptEvaluateAsync(WriteIfUnchanged, [Version, All], arguments), cancellationToken))
            {
                return result;
            }
        }
    }

    private static string NewVersion() => Guid.NewGuid().ToString("N");

    private static byte[] ToJson(StoredKey key) =>
        JsonSerializer.SerializeToUtf8Bytes(KeyRow.FromKey(key), GatewayJson.Default.KeyRow);

    private async Task<string> ReadVersionAsync(CancellationToken cancellationToken) =>
        (string?)await redis.AskAtStartAsync(database => database.StringGetAsync(Version), cancellationToken)
        ?? throw new StoreException(
            $"{Location} has no keys: check the address, or make a first key with \"keys add --create\".");

    private async Task<List<StoredKey>> ReadAllAsync(CancellationToken cancellationToken)
    {
        var entries = await redis.AskAtStartAsync(database => database.HashGetAllAsync(All), cancellationToken);
        return [.. entries.Select(ToKey).OrderBy(key => key.CreatedAt)];
    }

    private static StoredKey ToKey(HashEntry entry)
    {
        try
        {
            return JsonSerializer.Deserialize((byte[])entry.Value!, GatewayJson.Default.KeyRow)!.ToKey();
        }
        catch (Exception exception) when (exception is JsonException or NullReferenceException)
        {
            throw new StoreException($"Key {entry.Name} cannot be read: {exception.Message}", exception);
        }
    }
}
