using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway.WarmUp;

/// <summary>Usage of the copy that warms the gateway up. It is not kept.</summary>
internal sealed class DiscardedUsage : IUsageStore
{
    public Task OpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken) => Task.CompletedTask;

    public Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken) =>
        Task.FromResult(new UsageRead(new Dictionary<UsageKey, UsageFigures>(), []));
}
