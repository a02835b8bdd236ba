using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
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

        if (address.Partition.Documents.Find(address.Key) is not { } document)
        {
            return NotFound(address);
        }

        var isKnown = ETags.IsKnown(request.Header("If-None-Match"), document.ETag);
        return new CosmosResponse
        {
            Status = isKnown ? CosmosStatus.NotModified : CosmosStatus.Ok,
            Kind = CallKind.Data,
            Charge = readCost.Of(RequestUnits.Read(document.Body.Length), request.Header(CosmosHeaders.ConsistencyLevel)),
            Container = address.Container,
            Partition = address.Partition,
            Body = document.Body,
            ETag = document.ETag,
        };
    }

    public CosmosResponse Create(CosmosRequest request)
    {
        if (!TryReadWrite(request, out var address, out var draft, out var refusal))
        {
            return refusal;
        }

        return address.Partition.Documents.Create(draft) is { } document
            ? Written(request, address, CosmosStatus.Created, document, RequestUnits.Insert(document.Body.Length))
            : Failed(address, CosmosStatus.Conflict, $"An item with the id '{draft.Id}' and this partition key exists already.");
    }

    public CosmosResponse Upsert(CosmosRequest request) =>
        TryReadWrite(request, out var address, out var draft, out var refusal)
            ? Answer(request, address, address.Partition.Documents.Upsert(draft, request.Header("If-Match")))
            : refusal;

    public CosmosResponse Replace(CosmosRequest request)
    {
        if (!TryReadWrite(request, out var address, out var draft, out var refusal))
        {
            return refusal;
        }

        return draft.Id == request.Path.Item
            ? Answer(request, address, address.Partition.Documents.Replace(draft, request.Header("If-Match")))
            : Failed(address, CosmosStatus.BadRequest, $"The item's id '{draft.Id}' is not the path's '{request.Path.Item}'.");
    }

    public CosmosResponse Delete(CosmosRequest request)
    {
        if (FindUnsupported(request) is { } unsupported)
        {
            return unsupported;
        }

        return ItemAddress.TryFind(account, entry, request, out var address, out var refusal)
            ? Answer(request, address, address.Partition.Documents.Delete(address.Key, request.Header("If-Match")))
            : refusal;
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

    private static CosmosResponse Answer(CosmosRequest request, ItemAddress address, WriteResult result)
    {
        var bytes = result.Document?.Body.Length ?? 0;
        return result.Outcome switch
        {
            WriteOutcome.Created => Written(request, address, CosmosStatus.Created, result.Document, RequestUnits.Insert(bytes)),
            WriteOutcome.Replaced => Written(request, address, CosmosStatus.Ok, result.Document, RequestUnits.Replace(bytes)),
            WriteOutcome.Deleted => Written(request, address, CosmosStatus.NoContent, null, RequestUnits.Delete(bytes)),
            WriteOutcome.NotFound => NotFound(address),
            _ => Failed(address, CosmosStatus.PreconditionFailed, "One of the specified pre-condition is not met: If-Match."),
        };
    }

    private static CosmosResponse Written(
        CosmosRequest request, ItemAddress address, int status, StoredDocument? document, double charge)
    {
        var wantsBody = document is not null && request.Header(CosmosHeaders.Prefer) != "return=minimal";
        return new CosmosResponse
        {
            Status = status,
            Kind = CallKind.Data,
            Charge = charge,
            Container = address.Container,
            Partition = address.Partition,
            Body = wantsBody ? document!.Body : ReadOnlyMemory<byte>.Empty,
            ETag = document?.ETag,
        };
    }

    private static CosmosResponse NotFound(ItemAddress address) =>
        Failed(address, CosmosStatus.NotFound, $"Entity with the id '{address.Key.Id}' and this partition key does not exist.");

    private static CosmosResponse Failed(ItemAddress address, int status, string message, int subStatus = CosmosSubStatus.None) =>
        CosmosErrors.Data(address.Container, address.Partition, status, message, subStatus);
}
