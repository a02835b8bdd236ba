namespace DroneDelivery.CosmosEmulator.Documents;

internal enum WriteOutcome
{
    Created,
    Replaced,
    Deleted,
    Read,

    /// <summary>Of a read: the client has the document already.</summary>
    NotModified,

    NotFound,
    Conflict,

    /// <summary>Another document with the same partition key has the values of a unique key.</summary>
    UniqueKeyConflict,

    PreconditionFailed,

    /// <summary>Of a read: with those before it, it returns more than <see cref="Write.MaxReadBytes"/>.</summary>
    TooLarge,

    /// <summary>Of a write that is impossible by itself: <see cref="WriteResult.Fault"/> is the reason.</summary>
    Invalid,
}

/// <summary>What a write did.</summary>
/// <param name="Document">
/// The document after the write; the deleted one, or the one that was read or that the client has already; null if there is none.
/// </param>
internal readonly record struct WriteResult(WriteOutcome Outcome, StoredDocument? Document)
{
    /// <summary>What is wrong with an invalid write; null for others.</summary>
    public WriteFault? Fault { get; init; }

    public bool Succeeded => Outcome.IsSuccess();
}

internal static class WriteOutcomes
{
    public static bool IsRead(this WriteOutcome outcome) => outcome is WriteOutcome.Read or WriteOutcome.NotModified;

    public static bool IsSuccess(this WriteOutcome outcome) =>
        outcome is WriteOutcome.Created or WriteOutcome.Replaced or WriteOutcome.Deleted || outcome.IsRead();
}
