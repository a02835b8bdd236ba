using DroneDelivery.CosmosEmulator.Faults;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

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

    /// <summary>As <see cref="Refuse"/>, and the answer for a client that has seen later writes.</summary>
    public CosmosResponse? RefuseRead(Container container, Partition partition, CosmosRequest request) =>
        Refuse(container, partition) ?? RefuseSession(container, partition, request);

    /// <summary>The answer for a read of a client that has seen later writes; null if there is none.</summary>
    public static CosmosResponse? RefuseSession(Container container, Partition partition, CosmosRequest request) =>
        request.Header(CosmosHeaders.SessionToken) is not { } token ? null : SessionToken.IsAhead(token, partition) switch
        {
            null => CosmosErrors.Data(
                container, partition, CosmosStatus.BadRequest, $"The session token '{token}' is invalid."),
            true => CosmosErrors.Data(
                container, partition, CosmosStatus.NotFound,
                "The read session is not available for the input session token.", CosmosSubStatus.ReadSessionNotAvailable),
            false => null,
        };
}
