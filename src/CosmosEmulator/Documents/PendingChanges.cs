namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A change that a write makes, or a read.</summary>
/// <param name="Old">The document before; null for none.</param>
/// <param name="Draft">The document after; null for none, and for a read.</param>
/// <param name="Version">The numbers of the write; of a read, those of the document.</param>
internal sealed record DocumentChange(WriteOutcome Outcome, DocumentKey? Old, DocumentDraft? Draft, DocumentVersion Version);

/// <summary>The changes of writes that are made together. Each write sees what those before it change.</summary>
/// <param name="find">Finds a document as it is before all of them.</param>
internal sealed class PendingChanges(DocumentStamp stamp, Func<DocumentKey, StoredDocument?> find)
{
    private readonly List<DocumentChange> _changes = [];
    private long _readBytes;

    public IReadOnlyList<DocumentChange> Changes => _changes;

    /// <summary>The reason why the last write is not possible; null if all of them are.</summary>
    public WriteOutcome? Fault { get; private set; }

    /// <summary>Adds the change of a write. False if it is not possible.</summary>
    public bool TryAdd(Write write)
    {
        var old = write.Kind == WriteKind.Invalid ? null : Find(write.Key);
        var outcome = OutcomeOf(write, old);
        if (!outcome.IsSuccess())
        {
            Fault = outcome;
            return false;
        }

        var version = outcome.IsRead() ? old!.Value.Version : stamp.Next(old?.Version.Number);
        _changes.Add(new(outcome, old is null ? null : write.Key, write.Draft, version));
        return true;
    }

    private OldDocument? Find(DocumentKey key)
    {
        for (var index = _changes.Count - 1; index >= 0; index--)
        {
            var change = _changes[index];
            if (change.Outcome.IsRead())
            {
                continue;
            }

            if (change.Draft is { } draft && draft.DocumentKey == key)
            {
                return new OldDocument(change.Version, draft.Members.Length);
            }

            if (change.Old == key)
            {
                return null;
            }
        }

        return find(key) is { } stored ? new OldDocument(stored.Version, stored.Length) : null;
    }

    private WriteOutcome OutcomeOf(Write write, OldDocument? old) => (write.Kind, old) switch
    {
        (WriteKind.Invalid, _) => WriteOutcome.Invalid,
        (WriteKind.Create, not null) => WriteOutcome.Conflict,
        (WriteKind.Create or WriteKind.Upsert, null) => WriteOutcome.Created,
        (_, null) => WriteOutcome.NotFound,
        (WriteKind.Read, { } read) => OutcomeOfRead(write.IfNoneMatch, read),
        _ when write.IfMatch is { } tag && !ETags.Allow(tag, ETagOf(old!.Value)) => WriteOutcome.PreconditionFailed,
        (WriteKind.Delete, _) => WriteOutcome.Deleted,
        _ when write.Draft!.DocumentKey != write.Key && Find(write.Draft.DocumentKey) is not null => WriteOutcome.Conflict,
        _ => WriteOutcome.Replaced,
    };

    private WriteOutcome OutcomeOfRead(string? ifNoneMatch, OldDocument document)
    {
        if (ifNoneMatch is not null && ETags.IsKnown(ifNoneMatch, ETagOf(document)))
        {
            return WriteOutcome.NotModified;
        }

        _readBytes += document.Length;
        return _readBytes > Write.MaxReadBytes ? WriteOutcome.TooLarge : WriteOutcome.Read;
    }

    private string ETagOf(OldDocument document) => stamp.ETagOf(document.Version.Sequence);

    /// <param name="Length">Its bytes, without system properties if it is not stored yet.</param>
    private readonly record struct OldDocument(DocumentVersion Version, int Length);
}
