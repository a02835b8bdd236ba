namespace DroneDelivery.Gateway.Usage;

/// <summary>Where usage is kept: SQLite or Redis.</summary>
internal interface IUsageStore
{
    /// <summary>Once, when the gateway starts.</summary>
    Task OpenAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Adds a batch. What has been written of it is not added again, so that a batch whose fate is unknown may be
    /// written once more. Batches of an instance come in their order.
    /// </summary>
    /// <exception cref="UsageStoreException">It may have been written or not.</exception>
    Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken);

    /// <exception cref="UsageStoreException">It cannot be read.</exception>
    Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken);
}
