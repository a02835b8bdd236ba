using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The indexes of one partition's documents. A property gets one when a filter first names it: import stays fast, and properties
/// that no query uses take no memory. It is built in steps, between which documents are written and other requests run.
/// </summary>
/// <param name="gate">The lock of the documents, which guards the indexes too.</param>
internal sealed class PropertyIndexes(Lock gate, DocumentSlots slots)
{
    /// <summary>The most properties with an index; the one that was not used for longest makes room.</summary>
    private const int MaxIndexes = 64;

    /// <summary>The documents that are indexed while the lock is held, which takes about 0.1 ms.</summary>
    private const int SlotsInStep = 256;

    /// <summary>
    /// Builds that run at once, of all partitions. The others wait, so that half of the processors are left to other requests.
    /// </summary>
    private static readonly SemaphoreSlim Builders = new(Math.Clamp(Environment.ProcessorCount / 2, 1, MaxIndexes / 2));

    private readonly Dictionary<PropertyPath, PropertyIndex> _indexes = [];
    private readonly Dictionary<PropertyPath, Task> _builds = [];
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
            if (FindNeedsLock(lookup.Path) is not { } index)
            {
                return null;
            }

            lists.Add(index.Find(lookup));
        }

        return lists;
    }

    /// <summary>The index of a property; null if it has to be built before.</summary>
    public PropertyIndex? FindNeedsLock(PropertyPath path)
    {
        if (!_indexes.TryGetValue(path, out var index) || !index.IsComplete)
        {
            return null;
        }

        index.LastUse = ++_uses;
        return index;
    }

    /// <summary>
    /// Builds the index of a property if there is none. Called without the lock. Queries of the same property share a build.
    /// </summary>
    public Task BuildAsync(PropertyPath path)
    {
        lock (gate)
        {
            if (_indexes.TryGetValue(path, out var index) && index.IsComplete)
            {
                return Task.CompletedTask;
            }

            if (!_builds.TryGetValue(path, out var build))
            {
                build = Task.Run(() => BuildAllAsync(path));
                _builds.Add(path, build);
            }

            return build;
        }
    }

    private async Task BuildAllAsync(PropertyPath path)
    {
        await Builders.WaitAsync();
        try
        {
            var index = Add(path);
            while (BuildStep(path, index))
            {
                // Requests that wait for the thread or for the lock come first.
                await Task.Yield();
            }
        }
        finally
        {
            Builders.Release();
            lock (gate)
            {
                _builds.Remove(path);
            }
        }
    }

    private PropertyIndex Add(PropertyPath path)
    {
        lock (gate)
        {
            if (_indexes.Count == MaxIndexes)
            {
                _indexes.Remove(_indexes.Where(each => each.Value.IsComplete).MinBy(each => each.Value.LastUse).Key);
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
