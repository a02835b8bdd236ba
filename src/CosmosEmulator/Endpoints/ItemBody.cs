using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Why an operation on an item is refused.</summary>
internal sealed record ItemFault(int Status, string Message, int SubStatus = CosmosSubStatus.None);

/// <summary>Reads the document that a client writes.</summary>
internal static class ItemBody
{
    private const int MaxBytes = 2 * 1024 * 1024;
    private const byte CosmosBinary = 0x80;

    /// <summary>The document, or what is wrong with it.</summary>
    /// <param name="key">The hash of the partition key that the client names.</param>
    public static bool TryRead(
        ReadOnlyMemory<byte> body,
        Container container,
        EffectivePartitionKey key,
        [NotNullWhen(true)] out DocumentDraft? draft,
        [NotNullWhen(false)] out ItemFault? fault)
    {
        fault = Read(body, container, key, out draft);
        return draft is not null && fault is null;
    }

    /// <summary>What is wrong with a body that is too large, or not JSON at all; null for one that may be read.</summary>
    public static ItemFault? FindFault(ReadOnlyMemory<byte> body) =>
        body.Length > MaxBytes
            ? new ItemFault(
                CosmosStatus.RequestEntityTooLarge, $"Request size is too large: {body.Length} bytes; {MaxBytes} are allowed.")
        : !body.IsEmpty && body.Span[0] == CosmosBinary
            ? new ItemFault(
                CosmosStatus.BadRequest,
                "A CosmosBinary body (AZURE_COSMOS_BINARY_ENCODING_ENABLED) is not supported by this emulator.")
        : null;

    private static ItemFault? Read(
        ReadOnlyMemory<byte> body, Container container, EffectivePartitionKey key, out DocumentDraft? draft)
    {
        draft = null;
        if (FindFault(body) is { } unreadable)
        {
            return unreadable;
        }

        if (!container.Reader.TryRead(body, out draft, out var fault))
        {
            return new ItemFault(CosmosStatus.BadRequest, fault);
        }

        return draft.Key == key
            ? null
            : new ItemFault(
                CosmosStatus.BadRequest,
                "PartitionKey extracted from document doesn't match the one specified in the header.",
                CosmosSubStatus.PartitionKeyMismatch);
    }
}
