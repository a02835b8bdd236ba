using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.ServiceDefaults.Tests.Redis;
using DroneDelivery.TestSupport;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>The rules of keys, with keys in a file.</summary>
public sealed class SqliteKeyRegistryTests : KeyRegistryTests
{
    private readonly TestKeys _keys = new(TimeProvider.System);

    public override ValueTask DisposeAsync()
    {
        _keys.Dispose();
        return ValueTask.CompletedTask;
    }

    private protected override Task<IKeyStore> OpenAsync() => Task.FromResult<IKeyStore>(_keys.Store);
}

/// <summary>The rules of keys, with keys in Redis.</summary>
public sealed class RedisKeyRegistryTests : KeyRegistryTests
{
    private RedisServer? _server;
    private TestRedis? _redis;

    [Fact]
    public async Task Keys_OfARedisThatLostThem_CannotBeReadUntilAFirstOneIsMade()
    {
        await AddAsync("acme");
        await DatabaseAsync(database => database.KeyDeleteAsync(["{keys}:version", "{keys}:all"]));

        var exception = await Assert.ThrowsAsync<StoreException>(() => Registry.ListAsync(Cancellation));
        Assert.Equal(
            $"Redis at {_server!.Address} has no keys: check the address, or make a first key with \"keys add --create\".",
            exception.Message);
        await Assert.ThrowsAsync<StoreException>(() => Store.ReadChangesAsync(Cancellation));
        await Assert.ThrowsAsync<StoreException>(() => AddAsync("acme"));

        Assert.True(await Store.CreateAsync(Cancellation));
        Assert.Empty((await Store.ReadChangesAsync(Cancellation))!);
    }

    [Theory]
    [InlineData("{\"secret\": 1")]
    [InlineData("null")]
    [InlineData(
        "{'id':'any','name':'','plan':'','scopes':'','owners':null,'salt':'','hash':'',"
        + "'createdAt':0,'expiresAt':null,'revokedAt':null}")]
    public async Task Key_WrittenByHandAndDamaged_IsNamed(string stored)
    {
        await DatabaseAsync(database => database.HashSetAsync("{keys}:all", "any", stored.Replace('\'', '"')));

        var exception = await Assert.ThrowsAsync<StoreException>(() => Registry.ListAsync(Cancellation));

        Assert.StartsWith("Key any cannot be read: ", exception.Message);
    }

    public override async ValueTask DisposeAsync()
    {
        await (_redis?.DisposeAsync() ?? default);
        await (_server?.DisposeAsync() ?? default);
    }

    private protected override async Task<IKeyStore> OpenAsync()
    {
        _server = await RedisServer.StartAsync();
        _redis = new TestRedis(_server.Address);
        return new RedisKeyStore(_redis.Connection);
    }

    private Task<T> DatabaseAsync<T>(Func<IDatabase, Task<T>> ask) => _redis!.Connection.AskAsync(ask, Cancellation);
}

public abstract class KeyRegistryTests : IAsyncLifetime
{
    private readonly ManualTimeProvider _time = new();

    private protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private protected IKeyStore Store { get; private set; } = null!;

    private protected KeyRegistry Registry { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        Store = await OpenAsync();
        Registry = new KeyRegistry(Store, _time);
        Assert.True(await Store.CreateAsync(Cancellation));
        Assert.False(await Store.CreateAsync(Cancellation));
    }

    [Fact]
    public async Task Key_Added_IsListedWithAllItsTerms()
    {
        var end = _time.GetUtcNow().AddDays(1);
        var terms = new KeyTerms("acme", "standard", ["invoices:read", "admin"], ["owner-0002", "owner-0001"], end);

        var key = (await Registry.AddAsync(terms, Cancellation)).Issued!.Key;

        var stored = Assert.Single(await Registry.ListAsync(Cancellation));
        Assert.Equal(
            (key.Id, "acme", "standard", KeyScopes.InvoicesRead | KeyScopes.Admin, _time.GetUtcNow(), end, null),
            (stored.Id, stored.Name, stored.Plan, stored.Scopes, stored.CreatedAt, stored.ExpiresAt, stored.RevokedAt));
        Assert.Equal(new AllowedOwners("owner-0001,owner-0002"), stored.Owners);
        Assert.True(SecretHash.Matches(stored.Secret, key.Secret));
    }

    [Fact]
    public async Task Keys_Stored_AreSaltedHashes()
    {
        await AddAsync("acme");
        await AddAsync("zenith");

        var stored = await Registry.ListAsync(Cancellation);
        Assert.NotEqual(stored[0].Secret.Salt, stored[1].Secret.Salt);
        Assert.NotEqual(stored[0].Secret.Hash, stored[1].Secret.Hash);
        var secret = ApiKey.Create().Secret;
        Assert.NotEqual(SecretHash.Create(secret).Hash, SecretHash.Create(secret).Hash);
    }

    [Fact]
    public async Task Changes_OfAnother_AreReadOnce()
    {
        Assert.Empty((await Store.ReadChangesAsync(Cancellation))!);
        Assert.Null(await Store.ReadChangesAsync(Cancellation));
        var key = await AddAsync("acme");

        Assert.Equal(key.Id, Assert.Single((await Store.ReadChangesAsync(Cancellation))!).Id);
        Assert.Null(await Store.ReadChangesAsync(Cancellation));
        await Registry.RevokeAsync(key.Id, Cancellation);

        Assert.Equal(_time.GetUtcNow(), Assert.Single((await Store.ReadChangesAsync(Cancellation))!).RevokedAt);
        Assert.Null(await Store.ReadChangesAsync(Cancellation));
    }

    [Fact]
    public async Task Rotation_MakesASecondKeyOnTheSameTermsAndNoThird()
    {
        var end = _time.GetUtcNow().AddDays(1);
        var terms = new KeyTerms("acme", "standard", ["drones:read"], ["owner-0001"], end);
        var first = (await Registry.AddAsync(terms, Cancellation)).Issued!.Key;

        _time.Advance(TimeSpan.FromMilliseconds(1));
        var second = (await RotateAsync(first.Id)).Issued!;
        var third = await RotateAsync(second.Key.Id);

        Assert.Equal(
            ("acme", "standard", KeyScopes.DronesRead, "owner-0001", end),
            (second.Stored.Name, second.Stored.Plan, second.Stored.Scopes, second.Stored.Owners.Text, second.Stored.ExpiresAt));
        Assert.Equal(
            $"acme has two live keys, the maximum: revoke {first.Id} or {second.Key.Id} first.", third.Refusal);
    }

    [Fact]
    public async Task Rotation_AfterTheFirstWasRevoked_IsAllowedAgain()
    {
        var first = await AddAsync("acme");
        var second = (await RotateAsync(first.Id)).Issued!.Key;

        Assert.NotNull(await Registry.RevokeAsync(first.Id, Cancellation));

        Assert.NotNull((await RotateAsync(second.Id)).Issued);
        Assert.True((await RotateAsync(first.Id)).IsUnknown);
    }

    [Fact]
    public async Task Key_Expired_CountsNoLonger()
    {
        var terms = Terms("acme") with { ExpiresAt = _time.GetUtcNow().AddDays(1) };
        var old = (await Registry.AddAsync(terms, Cancellation)).Issued!.Key;
        Assert.Equal(
            $"acme has the live key {old.Id}: rotate it, or revoke it first.",
            (await Registry.AddAsync(Terms("acme"), Cancellation)).Refusal);

        _time.Advance(TimeSpan.FromDays(1));

        await AddAsync("acme");
        var keys = await Registry.ListAsync(Cancellation);
        Assert.Equal(["expired", "live"], keys.Select(key => key.StateAt(_time.GetUtcNow())));
    }

    [Fact]
    public async Task Revocation_OfWhatIsRevokedOrNotThere_IsToldApart()
    {
        var key = await AddAsync("acme");

        var revoked = await Registry.RevokeAsync(key.Id, Cancellation);

        Assert.Equal((key.Id, "acme", "*"), (revoked?.Id, revoked?.Name, revoked?.Owners.Text));
        Assert.Null(await Registry.RevokeAsync(key.Id, Cancellation));
        Assert.Null(await Registry.RevokeAsync("nobody", Cancellation));
        Assert.Equal("revoked", (await Registry.ListAsync(Cancellation))[0].StateAt(_time.GetUtcNow()));
    }

    [Fact]
    public async Task Adds_AtTheSameTime_OneHolderGetsOneKeyAndOthersTheirs()
    {
        var same = await AllAtOnceAsync(_ => Registry.AddAsync(Terms("acme"), Cancellation));
        var others = await AllAtOnceAsync(number => Registry.AddAsync(Terms($"other-{number}"), Cancellation));

        Assert.Single(same, change => change.Issued is not null);
        Assert.All(others, change => Assert.NotNull(change.Issued));
        Assert.Equal(5, (await Registry.ListAsync(Cancellation)).Count);
    }

    [Fact]
    public async Task Rotations_AtTheSameTime_MakeOneSecondKey()
    {
        var key = await AddAsync("acme");

        var changes = await AllAtOnceAsync(_ => RotateAsync(key.Id));

        Assert.Single(changes, change => change.Issued is not null);
        Assert.Equal(2, (await Registry.ListAsync(Cancellation)).Count);
    }

    public abstract ValueTask DisposeAsync();

    private protected abstract Task<IKeyStore> OpenAsync();

    private protected async Task<ApiKey> AddAsync(string name) =>
        (await Registry.AddAsync(Terms(name), Cancellation)).Issued!.Key;

    private static KeyTerms Terms(string name) => new(name, Owners: [AllowedOwners.AllText]);

    private static Task<KeyChange[]> AllAtOnceAsync(Func<int, Task<KeyChange>> change) =>
        Task.WhenAll(Enumerable.Range(0, 4).Select(number => Task.Run(() => change(number))));

    private Task<KeyChange> RotateAsync(string id) => Registry.RotateAsync(id, expiresAt: null, Cancellation);
}
