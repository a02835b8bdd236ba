namespace DroneDelivery.CosmosEmulator.Batches;

/// <summary>What an operation does. The numbers are those of the SDK's OperationType.</summary>
internal enum BatchOperationKind
{
    Create = 0,
    Patch = 1,
    Read = 2,
    Delete = 4,
    Replace = 5,
    Upsert = 20,
}

/// <summary>One operation of a batch, as the client sent it.</summary>
/// <param name="PartitionKey">As in the header of a request; null if the operation does not name it.</param>
/// <param name="Id">Of the item; empty where the document has it.</param>
/// <param name="Body">The document, or what changes it; empty for none.</param>
internal sealed record BatchOperation(BatchOperationKind Kind, string? PartitionKey, string Id, ReadOnlyMemory<byte> Body)
{
    public string? IfMatch { get; init; }

    public string? IfNoneMatch { get; init; }

    /// <summary>Whether the client wants the result without the document.</summary>
    public bool IsMinimal { get; init; }

    /// <summary>What the operation asks for and the emulator lacks; null for nothing.</summary>
    public string? Unsupported { get; init; }
}
