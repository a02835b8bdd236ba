using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Point operations on items.</summary>
internal sealed class ItemEndpoints(Account account, PartitionEntry entry, ReadCost readCost, ItemPatches patches)
{
    public CosmosResponse Read(CosmosRequest request)
    {
        if (!ItemAddress.TryFind(account, entry, request, out var address, out var refusal))
        {
            return refusal;
        }

        var session = request.Header(CosmosHeaders.SessionToken);
        if (PartitionEntry.RefuseSession(address.Container, address.Partition, session) is { } ahead)
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

    public ValueTask<CosmosResponse> CreateAsync(CosmosRequest request) =>
        TryReadWrite(request, out var address, out var draft, out var refusal)
            ? CommitAsync(request, address, Write.Create(draft))
            : ValueTask.FromResult(refusal);

    public ValueTask<CosmosResponse> UpsertAsync(CosmosRequest request) =>
        TryReadWrite(request, out var address, out var draft, out var refusal)
            ? CommitAsync(request, address, Write.Upsert(draft, request.Header("If-Match")))
            : ValueTask.FromResult(refusal);

    /// <summary>The item's new id may be another than that of the path.</summary>
    public ValueTask<CosmosResponse> ReplaceAsync(CosmosRequest request)
    {
        if (TryReadWrite(request, out var address, out var draft, out var refusal))
        {
            return CommitAsync(request, address, Write.Replace(address.Key, draft, request.Header("If-Match")));
        }

        // An item that does not exist is the first fault, whatever the body is.
        return ValueTask.FromResult(
            address is { } found && found.Partition.Documents.Find(found.Key) is null ? ItemResponses.NotFound(found) : refusal);
    }

    public ValueTask<CosmosResponse> PatchAsync(CosmosRequest request) =>
        ItemAddress.TryFindForWrite(account, entry, request, out var address, out var refusal)
            ? CommitAsync(
                request, address, patches.ToWrite(address.Container, address.Key, request.Body, request.Header("If-Match")))
            : ValueTask.FromResult(refusal);

    public ValueTask<CosmosResponse> DeleteAsync(CosmosRequest request) =>
        ItemAddress.TryFindForWrite(account, entry, request, out var address, out var refusal)
            ? CommitAsync(request, address, Write.Delete(address.Key, request.Header("If-Match")))
            : ValueTask.FromResult(refusal);

    private bool TryReadWrite(
        CosmosRequest request,
        [NotNullWhen(true)] out ItemAddress? address,
        [NotNullWhen(true)] out DocumentDraft? draft,
        [NotNullWhen(false)] out CosmosResponse? refusal)
    {
        draft = null;
        if (!ItemAddress.TryFindForWrite(account, entry, request, out address, out refusal))
        {
            return false;
        }

        if (ItemBody.TryRead(request.Body, address.Container, address.Key.PartitionKey, out draft, out var fault))
        {
            return true;
        }

        refusal = ItemResponses.Failed(address, fault);
        return false;
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
