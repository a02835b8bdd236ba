namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A document before and after a write; null for none.</summary>
internal sealed record DocumentChange(StoredDocument? Old, StoredDocument? Document);

/// <summary>The changes of writes that are made together. Each write sees what those before it change.</summary>
/// <param name="find">Finds a document as it is before all of them.</param>
internal sealed class PendingChanges(DocumentStamp stamp, Func<DocumentKey, StoredDocument?> find)
{
    private readonly List<DocumentChange> _changes = [];
    private readonly List<WriteResult> _results = [];

    public IReadOnlyList<DocumentChange> Changes => _changes;

    public IReadOnlyList<WriteResult> Results => _results;

    /// <summary>The number of the last write; 0 before the first.</summary>
    public long Sequence { get; private set; }

    /// <summary>Adds the result of a write and, if it is possible, its change. False if it is not.</summary>
    public bool TryAdd(Write write)
    {
        var old = Find(write.Key);
        var outcome = OutcomeOf(write, old);
        var isPossible = outcome is WriteOutcome.Created or WriteOutcome.Replaced or WriteOutcome.Deleted;
        if (!isPossible)
        {
            _results.Add(new WriteResult(outcome, old));
            return false;
        }

        Sequence = stamp.NextSequence();
        var document = write.Draft is { } draft ? stamp.Stamp(draft, old?.Number ?? Sequence, Sequence) : null;
        _changes.Add(new DocumentChange(old, document));
        _results.Add(new WriteResult(outcome, document ?? old));
        return true;
    }

    private StoredDocument? Find(DocumentKey key)
    {
        for (var index = _changes.Count - 1; index >= 0; index--)
        {
            if (_changes[index].Document?.DocumentKey == key)
            {
                return _changes[index].Document;
            }

            if (_changes[index].Old?.DocumentKey == key)
            {
                return null;
            }
        }

        return find(key);
    }

    private WriteOutcome OutcomeOf(Write write, StoredDocument? old) => (write.Kind, old) switch
    {
        (WriteKind.Create, not null) => WriteOutcome.Conflict,
        (WriteKind.Create or WriteKind.Upsert, null) => WriteOutcome.Created,
        (_, null) => WriteOutcome.NotFound,
        _ when !ETags.Allow(write.IfMatch, old!.ETag) => WriteOutcome.PreconditionFailed,
        (WriteKind.Delete, _) => WriteOutcome.Deleted,
        _ when write.Draft!.DocumentKey != write.Key && Find(write.Draft.DocumentKey) is not null => WriteOutcome.Conflict,
        _ => WriteOutcome.Replaced,
    };
}
