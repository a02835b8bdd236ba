using DroneDelivery.Gateway.Caching;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class RefreshLifetimeTests : IDisposable
{
    private static readonly TimeSpan RefreshTimeout = TimeSpan.FromSeconds(30);

    private readonly ManualTimeProvider _time = new();
    private readonly RefreshLifetime _lifetime;

    public RefreshLifetimeTests() => _lifetime = new RefreshLifetime(RefreshTimeout, _time);

    [Fact]
    public void Abort_BeforeTheTimeout_EndsTheRefreshAndIsNoTimeout()
    {
        _lifetime.Abort();
        _time.Advance(RefreshTimeout);

        Assert.Equal((true, true, false), (_lifetime.RequestAborted.IsCancellationRequested, _lifetime.WasAborted, _lifetime.HasTimedOut));
    }

    [Fact]
    public void Abort_AfterTheTimeout_StaysATimeout()
    {
        _time.Advance(RefreshTimeout);
        _lifetime.Abort();

        Assert.Equal((true, false, true), (_lifetime.RequestAborted.IsCancellationRequested, _lifetime.WasAborted, _lifetime.HasTimedOut));
    }

    public void Dispose() => _lifetime.Dispose();
}
