using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The bodies of requests that change an item.</summary>
internal static class ItemBody
{
    private const int MaxBytes = 2 * 1024 * 1024;
    private const byte CosmosBinary = 0x80;

    /// <summary>The answer to a body that is too large, or not JSON at all; null for one that may be read.</summary>
    public static CosmosResponse? FindFault(ReadOnlyMemory<byte> body, ItemAddress address)
    {
        if (body.Length > MaxBytes)
        {
            return ItemResponses.Failed(
                address,
                CosmosStatus.RequestEntityTooLarge,
                $"Request size is too large: {body.Length} bytes; {MaxBytes} are allowed.");
        }

        return !body.IsEmpty && body.Span[0] == CosmosBinary
            ? ItemResponses.Failed(
                address,
                CosmosStatus.BadRequest,
                "A CosmosBinary body (AZURE_COSMOS_BINARY_ENCODING_ENABLED) is not supported by this emulator.")
            : null;
    }

    /// <summary>Reads what the item becomes. Returns the answer that refuses it; null if it may be stored.</summary>
    public static CosmosResponse? ReadDraft(ReadOnlyMemory<byte> body, ItemAddress address, out DocumentDraft? draft)
    {
        draft = null;
        if (FindFault(body, address) is { } refusal)
        {
            return refusal;
        }

        if (!address.Container.Reader.TryRead(body, out draft, out var fault))
        {
            return ItemResponses.Failed(address, CosmosStatus.BadRequest, fault);
        }

        return draft.Key == address.Key.PartitionKey
            ? null
            : ItemResponses.Failed(
                address,
                CosmosStatus.BadRequest,
                "PartitionKey extracted from document doesn't match the one specified in the header.",
                CosmosSubStatus.PartitionKeyMismatch);
    }
}
