using DroneDelivery.CosmosEmulator.Faults;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Where data calls enter a partition: its budget throttles some, and a fault that is set fails some.</summary>
internal sealed class PartitionEntry(FaultInjector faults)
{
    /// <summary>The answer that turns the call away; null when it may go on. What fails here has done nothing.</summary>
    public CosmosResponse? Refuse(Container container, Partition partition)
    {
        if (!partition.Throttle.TryEnter(out var retryAfter))
        {
            return CosmosErrors.TooManyRequests(container, partition, retryAfter);
        }

        return faults.NextError() is { } status ? CosmosErrors.Planted(container, partition, status) : null;
    }
}
