using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class KeyRingTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly ApiKey _key = ApiKey.Create();
    private readonly List<(int Hash, int Salt, int Secret)> _comparisons = [];
    private readonly KeyRing _ring;

    public KeyRingTests()
    {
        _ring = new KeyRing(CountAndCompare, _time);
        _ring.Replace([Holder(_key, _time.GetUtcNow().AddHours(1))]);
    }

    [Fact]
    public void Key_Right_FindsItsHolderByOneComparison()
    {
        Assert.Equal(_key.Id, _ring.Find(_key.Reveal())?.Caller.KeyId);
        Assert.Single(_comparisons);
    }

    /// <summary>
    /// Secrets of unknown ids are hashed and compared too: neither the time nor the work tells which ids there are, or where a
    /// secret is wrong.
    /// </summary>
    [Fact]
    public void Key_Wrong_CostsTheSameOneComparison()
    {
        ApiKey[] wrong =
        [
            ApiKey.Create(), _key with { Id = ApiKey.Create().Id }, _key with { Secret = ApiKey.Create().Secret },
            _key with { Secret = (_key.Secret[0] == 'a' ? 'b' : 'a') + _key.Secret[1..] },
            _key with { Secret = _key.Secret[..^1] + (_key.Secret[^1] == 'a' ? 'b' : 'a') },
        ];

        Assert.All(wrong, guess => Assert.Null(_ring.Find(guess.Reveal())));

        Assert.NotNull(_ring.Find(_key.Reveal()));
        Assert.Equal(wrong.Length + 1, _comparisons.Count);
        Assert.Single(_comparisons.Distinct());
    }

    [Fact]
    public void Ring_Empty_ComparesToo()
    {
        _ring.Replace([]);

        Assert.Null(_ring.Find(_key.Reveal()));
        Assert.Single(_comparisons);
    }

    [Fact]
    public void Key_Expires_IsRefusedFromThatMomentOn()
    {
        _time.Advance(TimeSpan.FromHours(1) - TimeSpan.FromTicks(1));
        Assert.NotNull(_ring.Find(_key.Reveal()));

        _time.Advance(TimeSpan.FromTicks(1));
        Assert.Null(_ring.Find(_key.Reveal()));
    }

    [Fact]
    public void Key_Right_IsFoundWithoutAllocation()
    {
        var ring = new KeyRing(SecretHash.Matches, _time);
        ring.Replace([Holder(_key, expiresAt: null)]);
        var text = _key.Reveal();
        ring.Find(text);

        var before = GC.GetAllocatedBytesForCurrentThread();
        ring.Find(text);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private static KeyHolder Holder(ApiKey key, DateTimeOffset? expiresAt) => new(
        new Caller(key.Id, "acme", Plan.Unlimited), SecretHash.Create(key.Secret), expiresAt);

    private bool CountAndCompare(SecretHash stored, ReadOnlySpan<char> secret)
    {
        _comparisons.Add((stored.Hash.Length, stored.Salt.Length, secret.Length));
        return SecretHash.Matches(stored, secret);
    }
}
