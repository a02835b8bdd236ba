using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>So many calls at once; others stand in line without a thread. Without a pool there is no line.</summary>
internal sealed class CallPool(IOptions<ItemOptions> options) : IDisposable
{
    private readonly SemaphoreSlim? _places = options.Value.Calls == ItemOptions.Pool ? new(options.Value.PoolSize) : null;

    /// <summary>Holds a place for the whole of the call.</summary>
    public async Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        if (_places is null)
        {
            return await call(cancellationToken);
        }

        await _places.WaitAsync(cancellationToken);
        try
        {
            return await call(cancellationToken);
        }
        finally
        {
            _places.Release();
        }
    }

    public void Dispose() => _places?.Dispose();
}
