using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>How long a refresh goes on: as long as it takes, whoever of its clients leaves, but not above a limit.</summary>
internal sealed class RefreshLifetime(TimeSpan timeout, TimeProvider time) : IHttpRequestLifetimeFeature, IDisposable
{
    private readonly CancellationTokenSource _timeout = new(timeout, time);
    private readonly CancellationTokenSource _broken = new();
    private CancellationTokenSource? _either;

    /// <summary>The answer broke off: what has come of it is not one.</summary>
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
