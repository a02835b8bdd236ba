using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>A database with a key for each measured caller and one to warm up with, deleted at the end.</summary>
internal sealed class KeyFile : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("rate-limits-");

    public KeyFile()
    {
        var store = new KeyStore(new GatewayDatabase(Path), TimeProvider.System);
        Keys = [.. Enumerable.Range(0, Plan.AllKeys).Select(i => Add(store, $"caller-{i:0000}", Plan.Name))];
        WarmUpKey = Add(store, "warm-up", "unmetered");
    }

    public string Path => System.IO.Path.Combine(_folder.FullName, "gateway.db");

    public IReadOnlyList<string> Keys { get; }

    public string WarmUpKey { get; }

    public void Dispose() => _folder.Delete(recursive: true);

    private static string Add(KeyStore store, string name, string plan) =>
        store.Add(name, plan, KeyScopes.PackagesRead, expiresAt: null).Issued!.Key.Reveal();
}
