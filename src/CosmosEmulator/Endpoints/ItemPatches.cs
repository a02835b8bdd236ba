using System.Buffers;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Patches;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Partial updates of items as writes: those of single requests, and those of batches.</summary>
internal sealed class ItemPatches(QueryPrograms programs, TimeProvider time)
{
    /// <summary>The write that a patch is; an invalid one for a malformed body.</summary>
    /// <param name="body">That of a request, or of the operation of a batch.</param>
    /// <param name="cancellationToken">Ends the evaluation of a condition.</param>
    public Write ToWrite(
        Container container, DocumentKey key, ReadOnlyMemory<byte> body, string? ifMatch, CancellationToken cancellationToken)
    {
        if (!ItemBody.TryReadText(body, out var text, out var unreadable))
        {
            return Write.InvalidUpdate(key, unreadable);
        }

        if (!DocumentPatch.TryRead(text, container.Definition.PartitionKeyPaths, out var patch, out var fault))
        {
            return Write.InvalidUpdate(key, ToFault(fault));
        }

        try
        {
            var condition = Compile(patch.Condition);
            return Write.Update(key, document => Apply(container, patch, condition, document, cancellationToken), ifMatch);
        }
        catch (SqlException error)
        {
            return Write.InvalidUpdate(key, ToFault(error));
        }
    }

    private QueryProgram? Compile(string? condition) =>
        condition is null ? null : QueryProgram.Compile(programs.Parse($"SELECT * {condition}"), QueryParameters.None);

    private Write Apply(
        Container container,
        DocumentPatch patch,
        QueryProgram? condition,
        StoredDocument document,
        CancellationToken cancellationToken)
    {
        if (FindConditionFault(condition, document, cancellationToken) is { } unmet)
        {
            return Write.Invalid(unmet);
        }

        if (!patch.TryApply(ToOwnJson(document), out var patched, out var fault))
        {
            return Write.Invalid(ToFault(fault));
        }

        return ItemBody.TryRead(patched, container, document.Key, out var draft, out var itemFault)
            ? Write.Replace(document.DocumentKey, draft)
            : Write.Invalid(itemFault);
    }

    private WriteFault? FindConditionFault(
        QueryProgram? condition, StoredDocument document, CancellationToken cancellationToken)
    {
        try
        {
            return condition?.Matches(ToJson(document), time, cancellationToken) == false
                ? new WriteFault(CosmosStatus.PreconditionFailed, CosmosErrors.PreconditionText)
                : null;
        }
        catch (SqlException error)
        {
            return ToFault(error);
        }
    }

    private static WriteFault ToFault(string fault) => new(CosmosStatus.BadRequest, CosmosErrors.PatchText(fault));

    private static WriteFault ToFault(SqlException error) => new(CosmosStatus.BadRequest, error.ToErrorJson());

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
