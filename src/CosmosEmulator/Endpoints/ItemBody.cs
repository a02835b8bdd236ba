using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.BinaryJson;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Reads the document that a client writes.</summary>
internal static class ItemBody
{
    /// <summary>Of an item as a client sends it.</summary>
    public const int MaxBytes = 2 * 1024 * 1024;

    /// <summary>The document, or what is wrong with it.</summary>
    /// <param name="key">The hash of the partition key that the client names.</param>
    public static bool TryRead(
        ReadOnlyMemory<byte> body,
        Container container,
        EffectivePartitionKey key,
        [NotNullWhen(true)] out DocumentDraft? draft,
        [NotNullWhen(false)] out WriteFault? fault)
    {
        fault = Read(body, container, key, out draft);
        return draft is not null && fault is null;
    }

    /// <summary>
    /// The body as the text that it should be, unchecked; one in CosmosBinary is decoded. Otherwise why it has none.
    /// </summary>
    public static bool TryReadText(
        ReadOnlyMemory<byte> body, out ReadOnlyMemory<byte> text, [NotNullWhen(false)] out WriteFault? fault)
    {
        text = body;
        fault = body.Length > MaxBytes
            ? new WriteFault(
                CosmosStatus.RequestEntityTooLarge,
                $"Request size is too large: {body.Length} bytes; an item has at most {MaxBytes} bytes.")
            : BinaryJsonDecoder.IsBinary(body.Span) && !BinaryJsonDecoder.TryDecode(body, MaxBytes, out text, out var wrong)
                ? Describe(wrong)
            : null;
        return fault is null;
    }

    private static WriteFault Describe(BinaryJsonFault fault) => fault.IsTooLarge
        ? new WriteFault(CosmosStatus.RequestEntityTooLarge, $"Request size is too large in CosmosBinary: {fault.Message}.")
        : new WriteFault(CosmosStatus.BadRequest, $"The body is malformed CosmosBinary: {fault.Message}.");

    private static WriteFault? Read(
        ReadOnlyMemory<byte> body, Container container, EffectivePartitionKey key, out DocumentDraft? draft)
    {
        draft = null;
        if (!TryReadText(body, out var text, out var unreadable))
        {
            return unreadable;
        }

        if (!container.Reader.TryRead(text, out draft, out var fault))
        {
            return new WriteFault(CosmosStatus.BadRequest, fault);
        }

        return draft.Key == key
            ? null
            : new WriteFault(
                CosmosStatus.BadRequest,
                "PartitionKey extracted from document doesn't match the one specified in the header.",
                CosmosSubStatus.PartitionKeyMismatch);
    }
}
