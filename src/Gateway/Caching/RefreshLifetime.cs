using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The lifetime of a refresh. It ends at a timeout or when the refresh is aborted, but not when a client disconnects.
/// </summary>
internal sealed class RefreshLifetime(TimeSpan timeout, TimeProvider time) : IHttpRequestLifetimeFeature, IDisposable
{
    private readonly CancellationTokenSource _end = new(timeout, time);
    private volatile bool _wasAborted;

    /// <summary>Whether the refresh was aborted before its timeout, so that its response is incomplete.</summary>
    public bool WasAborted => _wasAborted;

    public bool HasTimedOut => _end.IsCancellationRequested && !_wasAborted;

    public CancellationToken RequestAborted
    {
        get => _end.Token;
        set => throw new NotSupportedException();
    }

    /// <summary>Ends the refresh. The proxy also aborts one that has timed out, which stays a timeout.</summary>
    public void Abort()
    {
        _wasAborted |= !_end.IsCancellationRequested;
        _end.Cancel();
    }

    public void Dispose() => _end.Dispose();
}
