namespace DroneDelivery.CosmosEmulator.Documents;

internal enum WriteOutcome
{
    Created,
    Replaced,
    Deleted,
    NotFound,
    PreconditionFailed,
}

/// <summary>What a write did, and the document that it left, or met, or deleted.</summary>
internal readonly record struct WriteResult(WriteOutcome Outcome, StoredDocument? Document);
