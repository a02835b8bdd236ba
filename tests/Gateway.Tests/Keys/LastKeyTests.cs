using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class LastKeyTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly ApiKey _key = ApiKey.Create();
    private readonly LastKey _last = new();
    private readonly KeyRing _ring;
    private int _comparisons;

    public LastKeyTests()
    {
        _ring = new KeyRing(CountAndCompare, _time);
        _ring.Replace([Holder()]);
        _ring.Find(_key.Reveal(), _last);
    }

    [Fact]
    public void Key_SentAgain_IsFoundWithoutAnotherComparison()
    {
        Assert.Equal(_key.Id, _ring.Find(_key.Reveal(), _last)?.Caller.KeyId);
        Assert.Equal(1, _comparisons);
    }

    [Fact]
    public void Key_OtherThanTheLast_IsComparedAndTheLastStaysKnown()
    {
        var guess = _key with { Secret = ApiKey.Create().Secret };

        Assert.Null(_ring.Find(guess.Reveal(), _last));
        Assert.Null(_ring.Find(guess.Reveal(), _last));
        Assert.Equal(3, _comparisons);
        Assert.NotNull(_ring.Find(_key.Reveal(), _last));
        Assert.Equal(3, _comparisons);
    }

    [Fact]
    public void Keys_Changed_LastIsComparedAgain()
    {
        _ring.Replace([Holder()]);
        Assert.NotNull(_ring.Find(_key.Reveal(), _last));
        Assert.Equal(2, _comparisons);

        _ring.Replace([]);
        Assert.Null(_ring.Find(_key.Reveal(), _last));
    }

    [Fact]
    public void Key_ExpiresBetweenRequests_IsRefused()
    {
        _time.Advance(TimeSpan.FromHours(1));

        Assert.Null(_ring.Find(_key.Reveal(), _last));
    }

    [Fact]
    public void Key_SentAgain_AllocatesNothing()
    {
        var text = _key.Reveal();
        _ring.Find(text, _last);

        var before = GC.GetAllocatedBytesForCurrentThread();
        _ring.Find(text, _last);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public void Requests_OfOneConnection_HaveTheSame()
    {
        var (connection, other) = (new Connection(), new Connection());

        Assert.Same(LastKey.ForConnection(RequestOn(connection)), LastKey.ForConnection(RequestOn(connection)));
        Assert.NotSame(LastKey.ForConnection(RequestOn(connection)), LastKey.ForConnection(RequestOn(other)));
        Assert.Null(LastKey.ForConnection(new DefaultHttpContext()));
    }

    private static DefaultHttpContext RequestOn(Connection connection)
    {
        var context = new DefaultHttpContext();
        context.Features.Set<IConnectionItemsFeature>(connection);
        return context;
    }

    private KeyHolder Holder() => new(
        new Caller(_key.Id, "acme", Plan.Unlimited),
        SecretHash.Create(_key.Secret),
        _time.GetUtcNow().AddHours(1));

    private bool CountAndCompare(SecretHash stored, ReadOnlySpan<char> secret)
    {
        _comparisons++;
        return SecretHash.Matches(stored, secret);
    }

    private sealed class Connection : IConnectionItemsFeature
    {
        public IDictionary<object, object?> Items { get; set; } = new ConnectionItems();
    }
}
