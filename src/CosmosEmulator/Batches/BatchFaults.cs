namespace DroneDelivery.CosmosEmulator.Batches;

/// <summary>Why batches are refused, whatever their format is.</summary>
internal static class BatchFaults
{
    public const int MaxOperations = 100;

    /// <summary>Null for a number of operations that a batch can have.</summary>
    public static string? FindCountFault(int operations) =>
        operations == 0 ? "Batch request has no operations."
        : operations > MaxOperations ? $"Batch request has more operations than what is supported: {MaxOperations}."
        : null;

    /// <summary>Null for an id that an operation can have; only the document of a new item has one.</summary>
    public static string? FindIdFault(BatchOperationKind kind, string id) =>
        id.Length == 0 && kind is not (BatchOperationKind.Create or BatchOperationKind.Upsert)
            ? $"the operation {kind} has no id"
            : null;

    public static string Malformed(string fault) => $"The body of the batch is malformed: {fault}.";
}
