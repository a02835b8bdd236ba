namespace DroneDelivery.Gateway.Keys;

/// <summary>Stores keys in SQLite or Redis. Safe for concurrent use, also by several processes.</summary>
/// <exception cref="ServiceDefaults.StoreException">From each method: the store does not exist, or cannot be used.</exception>
internal interface IKeyStore
{
    /// <summary>Where the keys are, for messages.</summary>
    string Location { get; }

    /// <returns>Whether the store did not exist.</returns>
    Task<bool> CreateAsync(CancellationToken cancellationToken);

    /// <summary>Returns all keys, the oldest first.</summary>
    Task<List<StoredKey>> ReadAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Returns all keys at the first call, after a change, and after a call that failed; otherwise null. Calls must not overlap.
    /// </summary>
    Task<List<StoredKey>?> ReadChangesAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Stores the keys that <paramref name="change"/> returns for all keys. No other change comes in between: the function may be
    /// called again instead.
    /// </summary>
    Task<T> WriteAsync<T>(
        Func<List<StoredKey>, (T Result, IReadOnlyList<StoredKey> Changed)> change, CancellationToken cancellationToken);
}
