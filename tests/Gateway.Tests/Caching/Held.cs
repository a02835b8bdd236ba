using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Holds answers back until they are let go.</summary>
internal sealed class Held
{
    private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _letGo = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The first request has come.</summary>
    public Task Asked => _asked.Task;

    public void LetGo() => _letGo.SetResult();

    public async Task WaitAsync(HttpContext context)
    {
        _asked.TrySetResult();
        await _letGo.Task.WaitAsync(context.RequestAborted);
    }
}
