using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Point operations on items.</summary>
internal sealed class ItemEndpoints(Account account, PartitionEntry entry, ReadCost readCost)
{
    private const int LargestDocument = 2 * 1024 * 1024;
    private const byte CosmosBinary = 0x80;

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
            return NotFound(address);
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
            address is { } found && found.Partition.Documents.Find(found.Key) is null ? NotFound(found) : refusal);
    }

    public ValueTask<CosmosResponse> DeleteAsync(CosmosRequest request)
    {
        if (FindUnsupported(request) is { } unsupported)
        {
            return ValueTask.FromResult(unsupported);
        }

        return ItemAddress.TryFind(account, entry, request, out var address, out var refusal)
            ? CommitAsync(request, address, Write.Delete(address.Key, request.Header("If-Match")))
            : ValueTask.FromResult(refusal);
    }

    private bool TryReadWrite(
        CosmosRequest request,
        [NotNullWhen(true)] out ItemAddress? address,
        [NotNullWhen(true)] out DocumentDraft? draft,
        [NotNullWhen(false)] out CosmosResponse? refusal)
    {
        draft = null;
        address = null;
        refusal = FindUnsupported(request);
        if (refusal is not null || !ItemAddress.TryFind(account, entry, request, out address, out refusal))
        {
            return false;
        }

        refusal = ReadDraft(request.Body, address, out draft);
        return draft is not null && refusal is null;
    }

    private static CosmosResponse? ReadDraft(ReadOnlyMemory<byte> body, ItemAddress address, out DocumentDraft? draft)
    {
        draft = null;
        if (body.Length > LargestDocument)
        {
            return Failed(
                address,
                CosmosStatus.RequestEntityTooLarge,
                $"Request size is too large: {body.Length} bytes; {LargestDocument} are allowed.");
        }

        if (!body.IsEmpty && body.Span[0] == CosmosBinary)
        {
            return Failed(
                address,
                CosmosStatus.BadRequest,
                "A CosmosBinary body (AZURE_COSMOS_BINARY_ENCODING_ENABLED) is not supported by this emulator.");
        }

        if (!address.Container.Reader.TryRead(body, out draft, out var fault))
        {
            return Failed(address, CosmosStatus.BadRequest, fault);
        }

        return draft.Key == address.Key.PartitionKey
            ? null
            : Failed(
                address,
                CosmosStatus.BadRequest,
                "PartitionKey extracted from document doesn't match the one specified in the header.",
                CosmosSubStatus.PartitionKeyMismatch);
    }

    private static CosmosResponse? FindUnsupported(CosmosRequest request) =>
        request.Header(CosmosHeaders.PreTriggers) is null && request.Header(CosmosHeaders.PostTriggers) is null
            ? null
            : CosmosErrors.NotSupported("A trigger");

    private static async ValueTask<CosmosResponse> CommitAsync(CosmosRequest request, ItemAddress address, Write write)
    {
        var result = (await address.Partition.Documents.CommitAsync(write))[0];
        var bytes = result.Document?.Length ?? 0;
        return result.Outcome switch
        {
            WriteOutcome.Created => Written(request, address, CosmosStatus.Created, result.Document, Charges.Insert(bytes)),
            WriteOutcome.Replaced => Written(request, address, CosmosStatus.Ok, result.Document, Charges.Replace(bytes)),
            WriteOutcome.Deleted => Written(request, address, CosmosStatus.NoContent, null, Charges.Delete(bytes)),
            WriteOutcome.NotFound => NotFound(address),
            WriteOutcome.Conflict => Conflict(address, write.Draft!.Id),
            _ => Failed(address, CosmosStatus.PreconditionFailed, CosmosErrors.PreconditionText),
        };
    }

    private static CosmosResponse Written(
        CosmosRequest request, ItemAddress address, int status, StoredDocument? document, RequestUnits charge)
    {
        var wantsBody = document is not null && request.Header(CosmosHeaders.Prefer) != "return=minimal";
        return new CosmosResponse
        {
            Status = status,
            Kind = CallKind.Data,
            Charge = charge,
            Container = address.Container,
            Partition = address.Partition,
            Document = wantsBody ? document : null,
            ETag = document?.ETag,
            Usage = address.Container.RecentUsage.Value,
        };
    }

    private static CosmosResponse Conflict(ItemAddress address, string id) =>
        Failed(address, CosmosStatus.Conflict, CosmosErrors.ConflictText($"An item with the id '{id}' and this partition key"));

    private static CosmosResponse NotFound(ItemAddress address) =>
        Failed(
            address,
            CosmosStatus.NotFound,
            CosmosErrors.NotFoundText($"An item with the id '{address.Key.Id}' and this partition key"));

    private static CosmosResponse Failed(ItemAddress address, int status, string message, int subStatus = CosmosSubStatus.None) =>
        CosmosErrors.Data(address.Container, address.Partition, status, message, subStatus);
}
