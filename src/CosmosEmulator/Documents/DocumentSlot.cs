namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// What is kept of a document apart from its JSON. 48 bytes: the seconds of a version take four of them until the year 2106.
/// </summary>
/// <param name="Write">The number of the last write, and above its 56 bits the write's <see cref="DocumentVersion.BatchIndex"/>.</param>
/// <param name="KeyHash">The hash of the first level of the partition key; those of the others are in the name.</param>
/// <param name="Place">No place for an empty slot.</param>
internal readonly record struct DocumentSlot(
    UInt128 KeyHash, long Number, long Write, DocumentPlace Place, uint Seconds, TimeToLive TimeToLive)
{
    private const int SequenceBits = 56;

    public bool IsEmpty => Place.IsNone;

    /// <summary>Whether the last write is not the document's creation.</summary>
    public bool IsReplaced => Sequence != Number;

    public long Sequence => Write & ((1L << SequenceBits) - 1);

    public DocumentVersion Version => new(Number, Sequence, Seconds, (byte)(Write >> SequenceBits));

    public static DocumentSlot Create(
        DocumentPlace place, DocumentVersion version, UInt128 keyHash, TimeToLive timeToLive) =>
        new(
            keyHash,
            version.Number,
            version.Sequence | ((long)version.BatchIndex << SequenceBits),
            place,
            version.Seconds,
            timeToLive);
}
