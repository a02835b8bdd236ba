using System.Buffers;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Patches;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Partial updates of items.</summary>
internal sealed class PatchEndpoint(Account account, PartitionEntry entry, QueryPrograms programs, TimeProvider time)
{
    public async ValueTask<CosmosResponse> PatchAsync(CosmosRequest request)
    {
        if (!ItemAddress.TryFindForWrite(account, entry, request, out var address, out var refusal))
        {
            return refusal;
        }

        // An item that does not exist is the first fault, whatever the body is.
        if (address.Partition.Documents.Find(address.Key) is null)
        {
            return ItemResponses.NotFound(address);
        }

        if (!ItemBody.TryReadText(request.Body, out var text, out var unreadable))
        {
            return ItemResponses.Failed(address, unreadable);
        }

        if (!DocumentPatch.TryRead(text, address.Container.Definition.PartitionKeyPath, out var patch, out var fault))
        {
            return Refused(address, fault);
        }

        try
        {
            return await CommitAsync(request, address, patch, Compile(patch.Condition));
        }
        catch (SqlException error)
        {
            return ItemResponses.Failed(address, CosmosStatus.BadRequest, error.ToErrorJson());
        }
    }

    private QueryProgram? Compile(string? condition) =>
        condition is null ? null : QueryProgram.Compile(programs.Parse($"SELECT * {condition}"), QueryParameters.None);

    // The document may be written between its read and the commit. The commit then does nothing, and the patch begins again.
    private async ValueTask<CosmosResponse> CommitAsync(
        CosmosRequest request, ItemAddress address, DocumentPatch patch, QueryProgram? condition)
    {
        while (address.Partition.Documents.Find(address.Key) is { } document)
        {
            request.Aborted.ThrowIfCancellationRequested();
            if (!ETags.Allow(request.Header("If-Match"), document.ETag) || condition?.Matches(ToJson(document), time) == false)
            {
                return ItemResponses.PreconditionFailed(address);
            }

            if (!patch.TryApply(ToOwnJson(document), out var patched, out var fault))
            {
                return Refused(address, fault);
            }

            if (!ItemBody.TryRead(patched, address.Container, address.Key.PartitionKey, out var draft, out var itemFault))
            {
                return ItemResponses.Failed(address, itemFault);
            }

            var result = (await address.Partition.Documents.CommitAsync(Write.Replace(address.Key, draft, document.ETag)))[0];
            if (result.Document is { } written)
            {
                return ItemResponses.Written(request, address, CosmosStatus.Ok, written, Charges.Patch(written.Length));
            }
        }

        return ItemResponses.NotFound(address);
    }

    private static CosmosResponse Refused(ItemAddress address, string fault) =>
        ItemResponses.Failed(address, CosmosStatus.BadRequest, CosmosErrors.PatchText(fault));

    /// <summary>With the system properties, which a condition may read.</summary>
    private static ReadOnlyMemory<byte> ToJson(in StoredDocument document)
    {
        var writer = new ArrayBufferWriter<byte>(document.Length);
        document.WriteTo(writer);
        return writer.WrittenMemory;
    }

    /// <summary>What the client stored.</summary>
    private static byte[] ToOwnJson(in StoredDocument document) => [(byte)'{', .. document.OwnMembers, (byte)'}'];
}
