using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>The keys are read again when they have changed, and only then.</summary>
public sealed class KeyWatchTests : IDisposable
{
    private readonly TestKeys _keys = new(TimeProvider.System);
    private readonly KeyWatch _watch;

    public KeyWatchTests()
    {
        _watch = new KeyWatch(_keys.Database);
        _keys.Add("acme");
        Assert.Single(_watch.ReadChanges()!);
    }

    [Fact]
    public async Task Usage_WrittenToTheSameFile_IsNoChangeOfKeys()
    {
        using var store = new SqliteUsageStore(_keys.Database);
        await store.OpenAsync(TestContext.Current.CancellationToken);
        var rows = new Dictionary<UsageKey, UsageFigures> { [new UsageKey("acme", "/api", 200)] = new() };
        var batch = new UsageBatch("gateway", 1, DateTimeOffset.UnixEpoch, rows);
        await store.WriteAsync(batch, TestContext.Current.CancellationToken);

        Assert.Null(_watch.ReadChanges());
    }

    [Theory]
    [InlineData("UPDATE api_keys SET plan = 'free'", 1)]
    [InlineData("DELETE FROM api_keys", 0)]
    [InlineData("INSERT INTO api_keys SELECT 'other', name, plan, scopes, salt, hash, 0, NULL, NULL, owners FROM api_keys", 2)]
    public void Keys_ChangedByHand_AreReadAgainOnce(string change, int expected)
    {
        using (var connection = _keys.Database.Open())
        {
            connection.Execute(change);
        }

        Assert.Equal(expected, _watch.ReadChanges()?.Count);
        Assert.Null(_watch.ReadChanges());
    }

    [Fact]
    public void Keys_OfAFileWithoutTheNumberOfChanges_AreWatchedToo()
    {
        _watch.Dispose();
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("DROP TABLE api_key_changes; DROP TRIGGER api_key_counts_insert");
        }

        Assert.Single(_watch.ReadChanges()!);
        _keys.Add("zenith");

        Assert.Equal(2, _watch.ReadChanges()?.Count);
    }

    // As it was before keys had owners.
    [Fact]
    public void File_WithoutTheColumnOfOwners_GetsIt()
    {
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("ALTER TABLE api_keys DROP COLUMN owners");
        }

        Assert.Null(Assert.Single(_keys.Store.List()).Owners);
        Assert.Equal(1, _keys.Store.Migrate(id: null, AllowedOwners.All));
        Assert.Single(_watch.ReadChanges()!);
    }

    [Fact]
    public void File_OfAnotherFeature_IsRefused()
    {
        _watch.Dispose();
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("DROP TABLE api_keys");
        }

        var exception = Assert.Throws<DatabaseException>(() => _watch.ReadChanges());
        Assert.Equal($"The database {_keys.File} has no table of keys: make a first key with \"keys add\".", exception.Message);
    }

    public void Dispose()
    {
        _watch.Dispose();
        _keys.Dispose();
    }
}
