namespace DroneDelivery.CosmosEmulator.Batches;

internal static class BatchLimits
{
    public const int MaxOperations = 100;

    /// <summary>Why a batch with so many operations is refused; null if it is not.</summary>
    public static string? FindFault(int operations) =>
        operations == 0 ? "Batch request has no operations."
        : operations > MaxOperations ? $"Batch request has more operations than what is supported: {MaxOperations}."
        : null;

    public static string Malformed(string fault) => $"The body of the batch is malformed: {fault}.";
}
