using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>Limits the calls in progress; further calls wait without a thread. Without a pool there is no limit.</summary>
internal sealed class CallPool(IOptions<ItemOptions> options) : IDisposable
{
    private readonly SemaphoreSlim? _slots = options.Value.Calls == ItemOptions.Pool ? new(options.Value.PoolSize) : null;

    /// <summary>Holds a slot until the call has ended.</summary>
    public async Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        if (_slots is null)
        {
            return await call(cancellationToken);
        }

        await _slots.WaitAsync(cancellationToken);
        try
        {
            return await call(cancellationToken);
        }
        finally
        {
            _slots.Release();
        }
    }

    public void Dispose() => _slots?.Dispose();
}
