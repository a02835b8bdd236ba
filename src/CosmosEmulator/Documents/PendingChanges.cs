namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A change that a write makes, or a read.</summary>
/// <param name="Old">The document before; null for none.</param>
/// <param name="Draft">The document after; null for none, and for a read.</param>
/// <param name="Version">The numbers of the write; of a read, those of the document.</param>
internal sealed record DocumentChange(WriteOutcome Outcome, DocumentKey? Old, DocumentDraft? Draft, DocumentVersion Version);

/// <summary>The changes of writes that are made together. Each write sees what those before it change.</summary>
/// <param name="count">The number of the writes, at most 256.</param>
/// <param name="find">Finds a document as it is before all of them.</param>
/// <param name="uniqueKeys">Null if they are not checked: for a dry run, and in a container without them.</param>
/// <param name="isDryRun">Whether none of the changes is made: then updates make their writes, and no number is used.</param>
internal sealed class PendingChanges(
    DocumentStamp stamp, int count, Func<DocumentKey, StoredDocument?> find, UniqueKeyChanges? uniqueKeys, bool isDryRun = false)
{
    private readonly List<DocumentChange> _changes = [];
    private DocumentVersion? _first;
    private int _nextBatchIndex;
    private long _readBytes;

    public IReadOnlyList<DocumentChange> Changes => _changes;

    /// <summary>Why the last write is not possible; null if it is, or if it is an update that needs a dry run.</summary>
    public WriteResult? Failure { get; private set; }

    /// <summary>Adds the change of a write. False if it is not possible, or is an update that needs a dry run.</summary>
    public bool TryAdd(Write write)
    {
        var old = write.Kind == WriteKind.Invalid ? null : Find(write.Key);
        var outcome = OutcomeOf(write, old);
        if (outcome.IsSuccess() && write.Maker is { } maker)
        {
            return MakeWrite(maker, old!.Value) is { } made && TryAdd(made);
        }

        if (outcome.IsSuccess() && !outcome.IsRead() && !TryChangeUniqueKeys(write, old))
        {
            outcome = WriteOutcome.UniqueKeyConflict;
        }

        if (!outcome.IsSuccess())
        {
            Failure = new WriteResult(outcome, null) { Fault = write.Fault };
            return false;
        }

        var version = outcome.IsRead() ? old!.Value.Version : NextVersion(old?.Version.Number);
        _changes.Add(new(outcome, old is null ? null : write.Key, write.Draft, version));
        return true;
    }

    private DocumentVersion NextVersion(long? number)
    {
        if (isDryRun)
        {
            return stamp.Preview(number);
        }

        var first = _first ??= stamp.TakeNumbers(count);
        var sequence = first.Sequence + _nextBatchIndex;
        return first with { Number = number ?? sequence, Sequence = sequence, BatchIndex = checked((byte)_nextBatchIndex++) };
    }

    private Write? MakeWrite(DocumentUpdate maker, OldDocument old)
    {
        var source = (old.Draft is null ? old.Version.Sequence : 0, old.Draft);
        return maker.Find(source) ?? (isDryRun ? maker.Make(source, ToStored(old)) : null);
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
                return new OldDocument(change.Version, null, draft);
            }

            if (change.Old == key)
            {
                return null;
            }
        }

        return find(key) is { } stored ? new OldDocument(stored.Version, stored, null) : null;
    }

    private bool TryChangeUniqueKeys(Write write, OldDocument? old)
    {
        if (uniqueKeys is null)
        {
            return true;
        }

        IReadOnlyList<UInt128> before = old is null
            ? []
            : old.Value.Draft?.UniqueKeyHashes ?? uniqueKeys.HashesOf(old.Value.Stored!.Value);
        return uniqueKeys.TryReplace(before, write.Draft?.UniqueKeyHashes ?? []);
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
        _ when write.Draft is { } draft && draft.DocumentKey != write.Key && Find(draft.DocumentKey) is not null =>
            WriteOutcome.Conflict,
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

    private StoredDocument ToStored(OldDocument document)
    {
        if (document.Stored is { } stored)
        {
            return stored;
        }

        var draft = document.Draft!;
        byte[] members = [(byte)'{', .. draft.Members.Span, (byte)','];
        return new StoredDocument(stamp, document.Version, draft.Key.Value, draft.DocumentKey.ToName(), members);
    }

    /// <param name="Stored">Null for a document that one of the writes changes.</param>
    /// <param name="Draft">What that write makes of it; null for a stored one.</param>
    private readonly record struct OldDocument(DocumentVersion Version, StoredDocument? Stored, DocumentDraft? Draft)
    {
        /// <summary>Its bytes, without system properties if it is not stored yet.</summary>
        public int Length => Stored?.Length ?? Draft!.Members.Length;
    }
}
