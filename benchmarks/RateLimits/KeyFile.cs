using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.Extensions.Logging.Abstractions;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>A database with a key for each measured caller, and as many to warm up with; deleted at the end.</summary>
internal sealed class KeyFile : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("rate-limits-");

    public KeyFile()
    {
        var database = new GatewayDatabase(Path);
        database.Open().Dispose();
        using var store = new SqliteKeyStore(database, NullLogger<SqliteKeyStore>.Instance);
        var registry = new KeyRegistry(store, TimeProvider.System);
        Keys = AddAll(registry, "caller");
        WarmUpKeys = AddAll(registry, "warm-up");
    }

    public string Path => System.IO.Path.Combine(_folder.FullName, "gateway.db");

    public IReadOnlyList<string> Keys { get; }

    public IReadOnlyList<string> WarmUpKeys { get; }

    public void Dispose() => _folder.Delete(recursive: true);

    private static string[] AddAll(KeyRegistry registry, string name) =>
    [
        .. Enumerable.Range(0, LoadPlan.AllKeys)
            .Select(i => new KeyTerms(
                $"{name}-{i:0000}", LimitingGateway.PlanName, ["packages:read"], [AllowedOwners.AllText]))
            // SQLite completes at once.
            .Select(terms => registry.AddAsync(terms, CancellationToken.None).GetAwaiter().GetResult())
            .Select(added => added.Issued!.Key.Reveal()),
    ];
}
