namespace DroneDelivery.Gateway.Usage;

/// <summary>Stores usage in SQLite or Redis.</summary>
internal interface IUsageStore
{
    /// <summary>Opens the store. Called once, when the gateway starts.</summary>
    Task OpenAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Adds a batch. Parts of it that are already written are not added again, so that a batch may be written again if it is
    /// unknown whether the first attempt succeeded. The batches of an instance must be written in the order of their numbers.
    /// </summary>
    /// <exception cref="ServiceDefaults.StoreException">The write failed; the batch may or may not be written.</exception>
    Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken);

    /// <exception cref="ServiceDefaults.StoreException">The usage cannot be read.</exception>
    Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken);
}
