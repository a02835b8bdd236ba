using System.Text;
using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults;
using Microsoft.Extensions.Logging.Abstractions;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>Keys in a file, which are read again when they have changed, and only then.</summary>
public sealed class SqliteKeyStoreTests : IAsyncLifetime
{
    private readonly TestKeys _keys = new(TimeProvider.System);
    private readonly SqliteKeyStore _watch;

    public SqliteKeyStoreTests() => _watch = new SqliteKeyStore(_keys.Database, NullLogger<SqliteKeyStore>.Instance);

    public async ValueTask InitializeAsync()
    {
        await _keys.AddAsync("acme");
        await ReadChangesAsync();
    }

    public ValueTask DisposeAsync()
    {
        _watch.Dispose();
        _keys.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Usage_WrittenToTheSameFile_IsNoChangeOfKeys()
    {
        using var store = new SqliteUsageStore(_keys.Database);
        await store.OpenAsync(TestContext.Current.CancellationToken);
        var rows = new Dictionary<UsageKey, UsageFigures> { [new UsageKey("acme", "/api", 200)] = new() };
        var batch = new UsageBatch("gateway", 1, DateTimeOffset.UnixEpoch, rows);
        await store.WriteAsync(batch, TestContext.Current.CancellationToken);

        Assert.Null(await ReadChangesAsync());
    }

    [Theory]
    [InlineData("UPDATE api_keys SET plan = 'free'", 1)]
    [InlineData("DELETE FROM api_keys", 0)]
    [InlineData("INSERT INTO api_keys SELECT 'other', name, plan, scopes, salt, hash, 0, NULL, NULL, owners FROM api_keys", 2)]
    public async Task Keys_ChangedByHand_AreReadAgainOnce(string change, int expected)
    {
        using (var connection = _keys.Database.Open())
        {
            connection.Execute(change);
        }

        Assert.Equal(expected, (await ReadChangesAsync())?.Count);
        Assert.Null(await ReadChangesAsync());
    }

    [Fact]
    public async Task Keys_OfAFileWithoutTheNumberOfChanges_AreWatchedToo()
    {
        _watch.Dispose();
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("DROP TABLE api_key_changes; DROP TRIGGER api_key_counts_insert");
        }

        Assert.Single((await ReadChangesAsync())!);
        await _keys.AddAsync("zenith");

        Assert.Equal(2, (await ReadChangesAsync())?.Count);
    }

    [Fact]
    public async Task File_OfAnotherFeature_IsRefused()
    {
        _watch.Dispose();
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("DROP TABLE api_keys");
        }

        var exception = await Assert.ThrowsAsync<StoreException>(ReadChangesAsync);
        Assert.Equal($"The database {_keys.File} has no table of keys: make a first key with \"keys add\".", exception.Message);
    }

    // The table of an earlier version allows it.
    [Fact]
    public async Task Key_WithoutOwners_IsRefusedByName()
    {
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("ALTER TABLE api_keys DROP COLUMN owners");
            connection.Execute("ALTER TABLE api_keys ADD COLUMN owners TEXT");
            connection.Execute("UPDATE api_keys SET id = 'old'");
        }

        var exception = await Assert.ThrowsAsync<StoreException>(ReadChangesAsync);

        Assert.Equal("Key old has no owners.", exception.Message);
    }

    // What the terms of a new key cannot have.
    [Theory]
    [InlineData("", "-")]
    [InlineData("-", "-")]
    [InlineData("a b", "-")]
    [InlineData("*,a", "-")]
    [InlineData("b,a", "a,b")]
    public async Task Owners_WrittenByHand_AreNoneUnlessTheyAreValid(string text, string expected)
    {
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("UPDATE api_keys SET owners = $owners", ("$owners", text));
        }

        Assert.Equal(expected, Assert.Single(await _keys.ListAsync()).Owners.Text);
    }

    [Fact]
    public async Task Keys_Stored_AreInNoFileWithTheirSecret()
    {
        var key = await _keys.AddAsync("zenith");

        var files = Directory.GetFiles(Path.GetDirectoryName(_keys.File)!)
            .Select(file => Encoding.Latin1.GetString(File.ReadAllBytes(file)));
        Assert.Contains(key.Id, string.Concat(files));
        Assert.DoesNotContain(key.Secret, string.Concat(files));
    }

    private Task<List<StoredKey>?> ReadChangesAsync() => _watch.ReadChangesAsync(TestContext.Current.CancellationToken);
}
