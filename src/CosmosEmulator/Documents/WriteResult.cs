namespace DroneDelivery.CosmosEmulator.Documents;

internal enum WriteOutcome
{
    Created,
    Replaced,
    Deleted,
    NotFound,
    Conflict,
    PreconditionFailed,
}

/// <summary>What a write did.</summary>
/// <param name="Document">The document after the write; the deleted one, or the one that was in the way; null if there is none.</param>
internal readonly record struct WriteResult(WriteOutcome Outcome, StoredDocument? Document)
{
    public bool Succeeded => Outcome is WriteOutcome.Created or WriteOutcome.Replaced or WriteOutcome.Deleted;
}
