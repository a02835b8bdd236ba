using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The lifetime of a refresh. It ends at a timeout or when the refresh is aborted, but not when a client disconnects.
/// </summary>
internal sealed class RefreshLifetime(TimeSpan timeout, TimeProvider time) : IHttpRequestLifetimeFeature, IDisposable
{
    private readonly CancellationTokenSource _timeout = new(timeout, time);
    private readonly CancellationTokenSource _broken = new();
    private CancellationTokenSource? _either;

    /// <summary>Whether the refresh was aborted, so that its response is incomplete.</summary>
    public bool WasAborted => _broken.IsCancellationRequested;

    public bool HasTimedOut => _timeout.IsCancellationRequested;

    public CancellationToken RequestAborted
    {
        get => (_either ??= CancellationTokenSource.CreateLinkedTokenSource(_timeout.Token, _broken.Token)).Token;
        set => throw new NotSupportedException();
    }

    public void Abort() => _broken.Cancel();

    public void Dispose()
    {
        _either?.Dispose();
        _timeout.Dispose();
        _broken.Dispose();
    }
}
