namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A change that a write makes.</summary>
/// <param name="Old">The document before; null for none.</param>
/// <param name="Draft">The document after; null for none.</param>
/// <param name="Version">The numbers of the write.</param>
internal sealed record DocumentChange(WriteOutcome Outcome, DocumentKey? Old, DocumentDraft? Draft, DocumentVersion Version);

/// <summary>The changes of writes that are made together. Each write sees what those before it change.</summary>
/// <param name="find">Finds the version of a document as it is before all of them.</param>
internal sealed class PendingChanges(DocumentStamp stamp, Func<DocumentKey, DocumentVersion?> find)
{
    private readonly List<DocumentChange> _changes = [];

    public IReadOnlyList<DocumentChange> Changes => _changes;

    /// <summary>The reason why the last write is not possible; null if all of them are.</summary>
    public WriteOutcome? Fault { get; private set; }

    /// <summary>Adds the change of a write. False if it is not possible.</summary>
    public bool TryAdd(Write write)
    {
        var old = Find(write.Key);
        var outcome = OutcomeOf(write, old);
        if (outcome is not (WriteOutcome.Created or WriteOutcome.Replaced or WriteOutcome.Deleted))
        {
            Fault = outcome;
            return false;
        }

        _changes.Add(new(outcome, old is null ? null : write.Key, write.Draft, stamp.Next(old?.Number)));
        return true;
    }

    private DocumentVersion? Find(DocumentKey key)
    {
        for (var index = _changes.Count - 1; index >= 0; index--)
        {
            if (_changes[index].Draft?.DocumentKey == key)
            {
                return _changes[index].Version;
            }

            if (_changes[index].Old == key)
            {
                return null;
            }
        }

        return find(key);
    }

    private WriteOutcome OutcomeOf(Write write, DocumentVersion? old) => (write.Kind, old) switch
    {
        (WriteKind.Create, not null) => WriteOutcome.Conflict,
        (WriteKind.Create or WriteKind.Upsert, null) => WriteOutcome.Created,
        (_, null) => WriteOutcome.NotFound,
        _ when write.IfMatch is { } tag && !ETags.Allow(tag, stamp.ETagOf(old!.Value.Sequence)) => WriteOutcome.PreconditionFailed,
        (WriteKind.Delete, _) => WriteOutcome.Deleted,
        _ when write.Draft!.DocumentKey != write.Key && Find(write.Draft.DocumentKey) is not null => WriteOutcome.Conflict,
        _ => WriteOutcome.Replaced,
    };
}
