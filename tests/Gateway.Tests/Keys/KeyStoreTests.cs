using System.Text;
using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class KeyStoreTests : IDisposable
{
    private readonly ManualTimeProvider _time = new();
    private readonly TestKeys _keys;

    public KeyStoreTests()
    {
        _keys = new TestKeys(_time);
        _keys.Database.Open().Dispose();
    }

    [Fact]
    public void Key_Added_IsListedWithAllItsTerms()
    {
        var end = _time.GetUtcNow().AddDays(1);

        var key = _keys.Add("acme", KeyScopes.InvoicesRead | KeyScopes.Admin, end, "standard", "owner-0001,owner-0002");

        var stored = Assert.Single(_keys.Store.List());
        Assert.Equal(
            (key.Id, "acme", "standard", KeyScopes.InvoicesRead | KeyScopes.Admin, _time.GetUtcNow(), end, null),
            (stored.Id, stored.Name, stored.Plan, stored.Scopes, stored.CreatedAt, stored.ExpiresAt, stored.RevokedAt));
        Assert.Equal(new AllowedOwners("owner-0001,owner-0002"), stored.Owners);
        Assert.True(SecretHash.Matches(stored.Secret, key.Secret));
    }

    [Fact]
    public void Keys_Stored_AreSaltedHashesAndNoSecretIsInAnyFile()
    {
        var key = _keys.Add("acme");
        _keys.Add("zenith");

        var stored = _keys.Store.List();
        var files = Directory.GetFiles(Path.GetDirectoryName(_keys.File)!)
            .Select(file => Encoding.Latin1.GetString(File.ReadAllBytes(file)));
        Assert.DoesNotContain(key.Secret, string.Concat(files));
        Assert.NotEqual(stored[0].Secret.Salt, stored[1].Secret.Salt);
        Assert.NotEqual(stored[0].Secret.Hash, stored[1].Secret.Hash);
    }

    [Fact]
    public void Hash_SameSecretTwice_DiffersByItsSalt()
    {
        var secret = ApiKey.Create().Secret;

        Assert.NotEqual(SecretHash.Of(secret).Hash, SecretHash.Of(secret).Hash);
    }

    [Fact]
    public void Rotation_MakesASecondKeyOnTheSameTermsAndNoThird()
    {
        var first = _keys.Add("acme", KeyScopes.DronesRead, plan: "standard", owners: "owner-0001");

        var second = _keys.Store.Rotate(first.Id, expiresAt: null).Issued!;
        var third = _keys.Store.Rotate(second.Key.Id, expiresAt: null);

        Assert.Equal(
            ("acme", "standard", KeyScopes.DronesRead, "owner-0001"),
            (second.Stored.Name, second.Stored.Plan, second.Stored.Scopes, second.Stored.Owners?.Text));
        Assert.Equal(
            $"acme has two live keys, which is the most: revoke {first.Id} or {second.Key.Id} first.", third.Refusal);
    }

    [Theory]
    [InlineData("", "-")]
    [InlineData("-", "-")]
    [InlineData("a b", "-")]
    [InlineData("*,a", "-")]
    [InlineData("b,a", "a,b")]
    public void Owners_WrittenByHand_AreNoneUnlessTheyAreValid(string text, string expected)
    {
        _keys.Add();
        using (var connection = _keys.Database.Open())
        {
            connection.Execute("UPDATE api_keys SET owners = $owners", ("$owners", text));
        }

        Assert.Equal(expected, Assert.Single(_keys.Store.List()).Owners?.Text);
    }

    [Fact]
    public void Rotation_OfAKeyThatEnds_EndsWhenItDoes()
    {
        var end = _time.GetUtcNow().AddDays(1);
        var first = _keys.Add("acme", expiresAt: end);

        Assert.Equal(end, _keys.Store.Rotate(first.Id, expiresAt: null).Issued!.Stored.ExpiresAt);
    }

    [Fact]
    public void Rotation_AfterTheFirstWasRevoked_IsAllowedAgain()
    {
        var first = _keys.Add("acme");
        var second = _keys.Store.Rotate(first.Id, expiresAt: null).Issued!.Key;

        Assert.True(_keys.Store.Revoke(first.Id));

        Assert.NotNull(_keys.Store.Rotate(second.Id, expiresAt: null).Issued);
        Assert.True(_keys.Store.Rotate(first.Id, expiresAt: null).IsUnknown);
    }

    [Fact]
    public void Key_Expired_CountsNoLonger()
    {
        var old = _keys.Add("acme", expiresAt: _time.GetUtcNow().AddDays(1));
        Assert.Equal($"acme has the live key {old.Id}: rotate it, or revoke it first.", Add("acme").Refusal);

        _time.Advance(TimeSpan.FromDays(1));

        Assert.NotNull(Add("acme").Issued);
        Assert.Equal(["expired", "live"], _keys.Store.List().Select(key => key.StateAt(_time.GetUtcNow())));
    }

    [Fact]
    public void Revocation_OfWhatIsRevokedOrNotThere_IsToldApart()
    {
        var key = _keys.Add();

        Assert.True(_keys.Store.Revoke(key.Id));
        Assert.False(_keys.Store.Revoke(key.Id));
        Assert.False(_keys.Store.Revoke("nobody"));
        Assert.Equal("revoked", _keys.Store.List()[0].StateAt(_time.GetUtcNow()));
    }

    [Fact]
    public async Task Adds_AtTheSameTime_OneHolderGetsOneKeyAndOthersTheirs()
    {
        using (_keys.Database.Open())
        {
            var same = await AllAtOnceAsync(_ => Add("acme"));
            var others = await AllAtOnceAsync(number => Add($"other-{number}"));

            Assert.Single(same, change => change.Issued is not null);
            Assert.All(others, change => Assert.NotNull(change.Issued));
        }
    }

    [Fact]
    public async Task Rotations_AtTheSameTime_MakeOneSecondKey()
    {
        var key = _keys.Add();

        var changes = await AllAtOnceAsync(_ => _keys.Store.Rotate(key.Id, expiresAt: null));

        Assert.Single(changes, change => change.Issued is not null);
        Assert.Equal(2, _keys.Store.List().Count);
    }

    public void Dispose() => _keys.Dispose();

    private static Task<KeyChange[]> AllAtOnceAsync(Func<int, KeyChange> change) =>
        Task.WhenAll(Enumerable.Range(0, 4).Select(number => Task.Run(() => change(number))));

    private KeyChange Add(string name) =>
        _keys.Store.Add(name, "free", KeyScopes.InvoicesRead, AllowedOwners.All, expiresAt: null);
}
