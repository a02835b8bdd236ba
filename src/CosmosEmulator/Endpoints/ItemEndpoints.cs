using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.ServiceDefaults.Listening;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Point operations on items.</summary>
internal sealed class ItemEndpoints(Account account, PartitionEntry entry, ReadCost readCost, ItemWrites writes)
{
    public CosmosResponse Read(CosmosRequest request)
    {
        if (!ItemAddress.TryFind(account, entry, request, out var address, out var refusal))
        {
            return refusal;
        }

        if (PartitionEntry.RefuseSession(address.Container, address.Partition, request) is { } ahead)
        {
            return ahead;
        }

        if (address.Partition.Documents.Find(address.Key) is not { } document)
        {
            return ItemResponses.NotFound(address);
        }

        var isKnown = ETags.IsKnown(request.Header("If-None-Match"), document.ETag);
        return new CosmosResponse
        {
            Status = isKnown ? CosmosStatus.NotModified : CosmosStatus.Ok,
            Kind = CallKind.Data,
            Charge = readCost.Apply(Charges.Read(document.Length), request.Header(CosmosHeaders.ConsistencyLevel)),
            Container = address.Container,
            Partition = address.Partition,
            Document = document,
            ETag = document.ETag,
            Usage = address.Container.RecentUsage.Value,
        };
    }

    public ValueTask<CosmosResponse> CreateAsync(CosmosRequest request) => WriteAsync(request, BatchOperationKind.Create);

    public ValueTask<CosmosResponse> UpsertAsync(CosmosRequest request) => WriteAsync(request, BatchOperationKind.Upsert);

    /// <summary>The item's new id may be another than that of the path.</summary>
    public ValueTask<CosmosResponse> ReplaceAsync(CosmosRequest request) => WriteAsync(request, BatchOperationKind.Replace);

    /// <summary>The condition of a patch may take long.</summary>
    public async ValueTask<CosmosResponse> PatchAsync(CosmosRequest request)
    {
        await SocketThreads.SwitchToThreadPoolAsync();
        return await WriteAsync(request, BatchOperationKind.Patch);
    }

    public ValueTask<CosmosResponse> DeleteAsync(CosmosRequest request) => WriteAsync(request, BatchOperationKind.Delete);

    private ValueTask<CosmosResponse> WriteAsync(CosmosRequest request, BatchOperationKind kind)
    {
        if (!ItemAddress.TryFindForWrite(account, entry, request, out var address, out var refusal))
        {
            return ValueTask.FromResult(refusal);
        }

        var write = writes.Create(
            kind, address.Container, address.Key, request.Body, request.Header("If-Match"), request.Aborted);
        return CommitAsync(request, address, write);
    }

    private static async ValueTask<CosmosResponse> CommitAsync(CosmosRequest request, ItemAddress address, Write write)
    {
        var result = (await address.Partition.Documents.CommitAsync(write))[0];
        var bytes = result.Document?.Length ?? 0;
        return result.Outcome switch
        {
            WriteOutcome.Created => ItemResponses.Written(
                request, address, CosmosStatus.Created, result.Document, Charges.Insert(bytes)),
            WriteOutcome.Replaced => ItemResponses.Written(
                request, address, CosmosStatus.Ok, result.Document, Charges.Replace(bytes)),
            WriteOutcome.Deleted => ItemResponses.Written(request, address, CosmosStatus.NoContent, null, Charges.Delete(bytes)),
            WriteOutcome.NotFound => ItemResponses.NotFound(address),
            WriteOutcome.Conflict => ItemResponses.Conflict(address, write.Draft!.Id),
            WriteOutcome.Invalid => ItemResponses.Failed(address, result.Fault!),
            WriteOutcome.UniqueKeyConflict => ItemResponses.UniqueKeyConflict(address),
            _ => ItemResponses.PreconditionFailed(address),
        };
    }
}
