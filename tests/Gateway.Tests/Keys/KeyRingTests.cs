using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class KeyRingTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly ApiKey _key = ApiKey.Create();
    private readonly KeyRing _ring;
    private int _comparisons;

    public KeyRingTests()
    {
        _ring = new KeyRing(CountAndCompare, _time);
        _ring.Replace([Holder(_key, _time.GetUtcNow().AddHours(1))]);
    }

    public static TheoryData<string> Wrongs => ["id", "secret", "both"];

    [Fact]
    public void Key_Right_FindsItsHolderByOneComparison()
    {
        Assert.Equal(_key.Id, _ring.Find(_key.Reveal())?.Caller.KeyId);
        Assert.Equal(1, _comparisons);
    }

    // The secrets of unknown ids are hashed and compared as well: the time tells nothing of which ids there are.
    [Theory]
    [MemberData(nameof(Wrongs))]
    public void Key_Wrong_CostsTheSameOneComparison(string wrong)
    {
        var other = ApiKey.Create();
        var guess = wrong switch
        {
            "id" => _key with { Id = other.Id },
            "secret" => _key with { Secret = other.Secret },
            _ => other,
        };

        Assert.Null(_ring.Find(guess.Reveal()));
        Assert.Equal(1, _comparisons);
    }

    [Fact]
    public void Ring_Empty_ComparesToo()
    {
        _ring.Replace([]);

        Assert.Null(_ring.Find(_key.Reveal()));
        Assert.Equal(1, _comparisons);
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
        _comparisons++;
        return SecretHash.Matches(stored, secret);
    }
}
