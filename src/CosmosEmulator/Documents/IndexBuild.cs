namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Builds an index in steps, so that requests are served meanwhile. A step takes documents while the lock of the store is held and
/// indexes them without it. Writes of documents that were taken before are kept for the next step.
/// </summary>
internal sealed class IndexBuild(PropertyIndex index, DocumentSlots slots)
{
    /// <summary>A step takes some 10 µs. Requests get the processor after each.</summary>
    private const int DocumentsInStep = 16;

    /// <summary>The last step is done with the lock, since more documents could be written during it.</summary>
    private const int MaxInLastStep = 32;

    private List<Change> _step = [];
    private List<Change> _writes = [];
    private int _taken;

    public PropertyIndex Index => index;

    /// <summary>Whether only writes during the build are left.</summary>
    public bool HasAllDocuments { get; private set; }

    /// <summary>Whether the step that was taken is the last one.</summary>
    public bool IsLastStep => HasAllDocuments && _step.Count <= MaxInLastStep;

    /// <summary>Keeps a write for the next step, if its document was taken before.</summary>
    /// <param name="old">The document that was in the slot; null if there was none.</param>
    /// <param name="document">The document that is in the slot now; null if there is none.</param>
    public void ReplaceNeedsLock(int slot, StoredDocument? old, StoredDocument? document)
    {
        if (slot < _taken)
        {
            _writes.Add(new Change(slot, old, document));
        }
    }

    /// <summary>Takes the next step: the writes since the step before, and the next documents.</summary>
    public void TakeNeedsLock()
    {
        _step.Clear();
        (_step, _writes) = (_writes, _step);
        for (var end = Math.Min(_taken + DocumentsInStep, slots.Count); _taken < end; _taken++)
        {
            if (slots.At(_taken) is { } document)
            {
                _step.Add(new Change(_taken, null, document));
            }
        }

        HasAllDocuments = _taken == slots.Count;
    }

    /// <summary>Indexes what was taken.</summary>
    public void Apply()
    {
        foreach (var (slot, old, document) in _step)
        {
            index.Replace(slot, old, document);
        }
    }

    private readonly record struct Change(int Slot, StoredDocument? Old, StoredDocument? Document);
}
