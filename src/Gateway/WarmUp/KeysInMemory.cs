using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.WarmUp;

/// <summary>The keys of the copy that warms the gateway up. They are written before the copy starts.</summary>
internal sealed class KeysInMemory : IKeyStore
{
    private readonly List<StoredKey> _keys = [];
    private bool _isRead;

    public string Location => "memory";

    public Task<bool> CreateAsync(CancellationToken cancellationToken) => Task.FromResult(false);

    public Task<List<StoredKey>> ReadAsync(CancellationToken cancellationToken) => Task.FromResult(_keys);

    public Task<List<StoredKey>?> ReadChangesAsync(CancellationToken cancellationToken)
    {
        var changes = _isRead ? null : _keys;
        _isRead = true;
        return Task.FromResult(changes);
    }

    public Task<T> WriteAsync<T>(
        Func<List<StoredKey>, (T Result, IReadOnlyList<StoredKey> Changed)> change, CancellationToken cancellationToken)
    {
        var (result, changed) = change(_keys);
        _keys.AddRange(changed);
        return Task.FromResult(result);
    }
}
