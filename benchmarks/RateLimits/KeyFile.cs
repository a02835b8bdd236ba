using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.Extensions.Logging.Abstractions;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>A database with a key for each measured caller, and as many to warm up with; deleted at the end.</summary>
internal sealed class KeyFile : IDisposable
{
    private readonly DirectoryInfo _folder;

    private KeyFile(DirectoryInfo folder, string path, string[] keys, string[] warmUpKeys) =>
        (_folder, Path, Keys, WarmUpKeys) = (folder, path, keys, warmUpKeys);

    public string Path { get; }

    public IReadOnlyList<string> Keys { get; }

    public IReadOnlyList<string> WarmUpKeys { get; }

    public static async Task<KeyFile> CreateAsync(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("rate-limits-");
        var database = new GatewayDatabase(System.IO.Path.Combine(folder.FullName, "gateway.db"));
        database.Open().Dispose();
        using var store = new SqliteKeyStore(database, NullLogger<SqliteKeyStore>.Instance);
        var registry = new KeyRegistry(store, TimeProvider.System);
        var keys = await AddAllAsync(registry, "caller", cancellationToken);
        return new KeyFile(folder, database.File, keys, await AddAllAsync(registry, "warm-up", cancellationToken));
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static async Task<string[]> AddAllAsync(KeyRegistry registry, string name, CancellationToken cancellationToken)
    {
        var keys = new string[LoadPlan.AllKeys];
        for (var i = 0; i < keys.Length; i++)
        {
            var terms = new KeyTerms($"{name}-{i:0000}", LimitingGateway.PlanName, ["packages:read"], [AllowedOwners.AllText]);
            keys[i] = (await registry.AddAsync(terms, cancellationToken)).Issued!.Key.Reveal();
        }

        return keys;
    }
}
