using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>A database with a key for each measured caller, and as many to warm up with; deleted at the end.</summary>
internal sealed class KeyFile : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("rate-limits-");

    public KeyFile()
    {
        var database = new GatewayDatabase(Path);
        database.Open().Dispose();
        var store = new KeyStore(database, TimeProvider.System);
        Keys = AddAll(store, "caller");
        WarmUpKeys = AddAll(store, "warm-up");
    }

    public string Path => System.IO.Path.Combine(_folder.FullName, "gateway.db");

    public IReadOnlyList<string> Keys { get; }

    public IReadOnlyList<string> WarmUpKeys { get; }

    public void Dispose() => _folder.Delete(recursive: true);

    private static string[] AddAll(KeyStore store, string name) =>
    [
        .. Enumerable.Range(0, LoadPlan.AllKeys)
            .Select(i => store.Add(
                $"{name}-{i:0000}", LimitingGateway.PlanName, KeyScopes.PackagesRead, AllowedOwners.All, expiresAt: null))
            .Select(added => added.Issued!.Key.Reveal()),
    ];
}
