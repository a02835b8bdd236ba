using DroneDelivery.Gateway.Caching;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class RefreshBodyTests : IDisposable
{
    private readonly CacheStore _store = new(Options.Create(new CacheOptions { Megabytes = 1 }));
    private readonly RefreshBody _first;
    private readonly RefreshBody _other;
    private int _overflows;

    public RefreshBodyTests() => (_first, _other) = (NewBody(), NewBody());

    [Fact]
    public void Body_OnItsWay_CountsAsMemoryUntilItIsTaken()
    {
        _first.Write(new byte[300_000]);
        _first.Write(new byte[100_000]);

        Assert.InRange(_store.Reserved, 400_000, 800_000);
        Assert.Equal(400_000, _first.Take().Length);
        Assert.Equal(0, _store.Reserved);
    }

    [Fact]
    public void Body_NoRoomLeft_IsGivenUpAndTheFirstKeepsIts()
    {
        _first.Write(new byte[400_000]);
        var first = _store.Reserved;

        _other.Write(new byte[800_000]);
        _other.Write(new byte[1]);

        Assert.Equal((true, 1, first), (_other.HasOverflown, _overflows, _store.Reserved));
        Assert.Equal(400_000, _first.Take().Length);
    }

    [Fact]
    public void Body_LargerThanAnyMayBe_IsGivenUp()
    {
        _first.Write(new byte[900_001]);

        Assert.Equal((true, 1, 0L), (_first.HasOverflown, _overflows, _store.Reserved));
    }

    [Fact]
    public void Body_Disposed_GivesItsRoomBack()
    {
        _first.Write(new byte[400_000]);

        _first.Dispose();

        Assert.Equal(0, _store.Reserved);
    }

    public void Dispose()
    {
        _first.Dispose();
        _other.Dispose();
    }

    private RefreshBody NewBody() => new(maxBytes: 900_000, _store, () => _overflows++);
}
