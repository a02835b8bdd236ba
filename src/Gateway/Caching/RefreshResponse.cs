using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The response that only the cache reads. As on a connection, what has been written cannot be taken back.</summary>
internal sealed class RefreshResponse(RefreshBody body) : HttpResponseFeature
{
    private readonly Stack<(Func<object, Task> Callback, object State)> _whenCompleted = new();

    public override bool HasStarted => body.HasStarted;

    public override void OnCompleted(Func<object, Task> callback, object state) => _whenCompleted.Push((callback, state));

    /// <summary>Tells those who asked for it that the answer has ended, the last one first. Here no server does.</summary>
    public async Task CompleteAsync()
    {
        while (_whenCompleted.TryPop(out var end))
        {
            await end.Callback(end.State);
        }
    }
}
