using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The indexes of one partition's documents. A property gets one when a filter first names it: import stays fast, and properties
/// that no query uses take no memory. It is built in steps, between which documents are written.
/// </summary>
/// <param name="gate">The lock of the documents, which guards the indexes too.</param>
internal sealed class PropertyIndexes(Lock gate, DocumentSlots slots)
{
    /// <summary>The most properties with an index; the one that was not used for longest makes room.</summary>
    private const int MaxIndexes = 64;

    /// <summary>The documents that are indexed while the lock is held, which takes about 0.1 ms.</summary>
    private const int SlotsInStep = 256;

    private readonly Dictionary<PropertyPath, PropertyIndex> _indexes = [];
    private long _uses;

    /// <summary>All of them, complete or not: each has to learn of every write.</summary>
    public IReadOnlyCollection<PropertyIndex> AllNeedsLock => _indexes.Values;

    /// <summary>Forgets all indexes, since the documents have other slots.</summary>
    public void ClearNeedsLock() => _indexes.Clear();

    /// <summary>The slots of each lookup; null if an index has to be built before.</summary>
    public List<ReadOnlyMemory<int>>? FindNeedsLock(IReadOnlyList<IndexLookup> lookups)
    {
        var lists = new List<ReadOnlyMemory<int>>(lookups.Count);
        foreach (var lookup in lookups)
        {
            if (!_indexes.TryGetValue(lookup.Path, out var index) || !index.IsComplete)
            {
                return null;
            }

            index.LastUse = ++_uses;
            lists.Add(index.Find(lookup));
        }

        return lists;
    }

    /// <summary>Builds the index of a property if there is none. Called without the lock; returns when it is complete.</summary>
    public void Build(PropertyPath path)
    {
        var index = FindOrAdd(path);
        lock (index.Building)
        {
            while (BuildStep(path, index))
            {
                // A write that waits for the lock gets it now.
                Thread.Yield();
            }
        }
    }

    private PropertyIndex FindOrAdd(PropertyPath path)
    {
        lock (gate)
        {
            if (_indexes.TryGetValue(path, out var index))
            {
                return index;
            }

            if (_indexes.Count == MaxIndexes)
            {
                _indexes.Remove(_indexes.MinBy(each => each.Value.LastUse).Key);
            }

            return _indexes[path] = new PropertyIndex(path) { LastUse = ++_uses };
        }
    }

    /// <summary>False when the index is complete, or was dropped meanwhile.</summary>
    private bool BuildStep(PropertyPath path, PropertyIndex index)
    {
        lock (gate)
        {
            if (index.IsComplete || _indexes.GetValueOrDefault(path) != index)
            {
                return false;
            }

            var end = Math.Min(index.BuiltSlots + SlotsInStep, slots.Count);
            for (; index.BuiltSlots < end; index.BuiltSlots++)
            {
                // A write may have added the document already.
                if (slots.At(index.BuiltSlots) is { } document)
                {
                    index.Add(index.BuiltSlots, document);
                }
            }

            index.IsComplete = index.BuiltSlots == slots.Count;
            return !index.IsComplete;
        }
    }
}
