using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The response to a refresh, which only the cache reads. As on a connection, it starts when its body is first written or
/// flushed, and cannot be withdrawn after that.
/// </summary>
internal sealed class RefreshResponse(RefreshBody body) : HttpResponseFeature
{
    private readonly Stack<(Func<object, Task> Callback, object State)> _whenCompleted = new();

    public override bool HasStarted => body.HasStarted;

    public override void OnCompleted(Func<object, Task> callback, object state) => _whenCompleted.Push((callback, state));

    /// <summary>
    /// Runs the callbacks registered with <see cref="OnCompleted"/>, the last one first. A refresh has no server that runs them.
    /// </summary>
    public async Task CompleteAsync()
    {
        while (_whenCompleted.TryPop(out var end))
        {
            await end.Callback(end.State);
        }
    }
}
