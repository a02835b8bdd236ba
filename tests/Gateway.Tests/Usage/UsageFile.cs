using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>A database of its own in a folder that goes with it.</summary>
internal sealed class UsageFile : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public string Path => System.IO.Path.Combine(_folder.FullName, "gateway.db");

    public static UsageBatch Batch(string instance, long number, params (UsageKey Key, long Requests)[] rows) => new(
        instance,
        number,
        DateTimeOffset.UnixEpoch.AddSeconds(90),
        rows.ToDictionary(row => row.Key, row => new UsageFigures { Requests = row.Requests, BytesOut = 100 * row.Requests }));

    /// <summary>As another gateway would open it.</summary>
    public async Task<SqliteUsageStore> OpenAsync()
    {
        var store = new SqliteUsageStore(new GatewayDatabase(Path));
        await store.OpenAsync(TestContext.Current.CancellationToken);
        return store;
    }

    /// <summary>All that is in it, of any time.</summary>
    public async Task<UsageRead> ReadAsync(string? key = null, string? route = null, int step = 60)
    {
        using var store = await OpenAsync();
        return await store.ReadAsync(
            new UsageFilter(0, long.MaxValue, step, key is null ? null : new HashSet<string> { key }, route), TestContext.Current.CancellationToken);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
