using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.Extensions.Logging.Abstractions;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>A database of keys in a folder of its own, as another process would write it.</summary>
internal sealed class TestKeys : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("keys-");

    public TestKeys(TimeProvider time)
    {
        Database = new GatewayDatabase(Path.Combine(_folder.FullName, "gateway.db"), lockTimeout: 60);
        Store = new SqliteKeyStore(Database, NullLogger<SqliteKeyStore>.Instance);
        Registry = new KeyRegistry(Store, time);
    }

    public GatewayDatabase Database { get; }

    public string File => Database.File;

    public SqliteKeyStore Store { get; }

    public KeyRegistry Registry { get; }

    public async Task<ApiKey> AddAsync(
        string name = "acme",
        KeyScopes scopes = KeyScopes.InvoicesRead,
        DateTimeOffset? expiresAt = null,
        string plan = "standard",
        string owners = AllowedOwners.AllText)
    {
        Database.Open().Dispose();
        var terms = new KeyTerms(name, plan, KeyScopeNames.Split(scopes), new AllowedOwners(owners).Split(), expiresAt);
        return (await Registry.AddAsync(terms, Cancellation)).Issued!.Key;
    }

    public Task<List<StoredKey>> ListAsync() => Registry.ListAsync(Cancellation);

    public Task<KeyChange> RotateAsync(string id) => Registry.RotateAsync(id, expiresAt: null, Cancellation);

    public Task<StoredKey?> RevokeAsync(string id) => Registry.RevokeAsync(id, Cancellation);

    public void Dispose()
    {
        Store.Dispose();
        _folder.Delete(recursive: true);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;
}
