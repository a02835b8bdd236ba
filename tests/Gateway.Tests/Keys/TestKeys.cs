using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>A database of keys in a folder of its own, as another process would write it.</summary>
internal sealed class TestKeys : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("keys-");

    public TestKeys(TimeProvider time)
    {
        Database = new GatewayDatabase(Path.Combine(_folder.FullName, "gateway.db"));
        Store = new KeyStore(Database, time);
    }

    public GatewayDatabase Database { get; }

    public string File => Database.File;

    public KeyStore Store { get; }

    public ApiKey Add(
        string name = "acme",
        KeyScopes scopes = KeyScopes.InvoicesRead,
        DateTimeOffset? expiresAt = null,
        string plan = "standard",
        string owners = AllowedOwners.AllText)
    {
        Database.Open().Dispose();
        return Store.Add(name, plan, scopes, new AllowedOwners(owners), expiresAt).Issued!.Key;
    }

    /// <summary>Makes keys as they were before keys had owners.</summary>
    public void RemoveOwners(params string[] ids)
    {
        using var connection = Database.OpenExisting();
        foreach (var id in ids)
        {
            connection.Execute("UPDATE api_keys SET owners = NULL WHERE id = $id", ("$id", id));
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
