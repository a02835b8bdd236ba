using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The indexes of one partition's documents. A property gets one when a filter first names it: import stays fast, and properties
/// that no query uses take no memory.
/// </summary>
/// <param name="gate">The lock of the documents, which guards the indexes too.</param>
internal sealed class PropertyIndexes(Lock gate, DocumentSlots slots)
{
    /// <summary>The most properties with an index; the one that was not used for longest makes room.</summary>
    private const int MaxIndexes = 64;

    /// <summary>
    /// Builds that run at once, of all partitions. The others wait, so that half of the processors are left to other requests.
    /// </summary>
    private static readonly SemaphoreSlim Builders = new(Math.Clamp(Environment.ProcessorCount / 2, 1, MaxIndexes / 2));

    private readonly Dictionary<PropertyPath, PropertyIndex> _indexes = [];
    private readonly Dictionary<PropertyPath, RunningBuild> _builds = [];
    private long _uses;

    /// <summary>The bytes of all indexes, without the overhead of the collections.</summary>
    public long BytesNeedsLock => _indexes.Values.Sum(index => index.Bytes);

    /// <summary>Exchanges the document of a slot in all indexes.</summary>
    /// <param name="old">The document that was in the slot; null if there was none.</param>
    /// <param name="document">The document that is in the slot now; null if there is none.</param>
    public void ReplaceNeedsLock(int slot, in StoredDocument? old, in StoredDocument? document)
    {
        foreach (var index in _indexes.Values)
        {
            index.Replace(slot, old, document);
        }

        foreach (var (build, _) in _builds.Values)
        {
            build.ReplaceNeedsLock(slot, old, document);
        }
    }

    /// <summary>Forgets all indexes, since the documents have other slots.</summary>
    public void ClearNeedsLock()
    {
        _indexes.Clear();
        _builds.Clear();
    }

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
        if (!_indexes.TryGetValue(path, out var index))
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
            if (_indexes.ContainsKey(path))
            {
                return Task.CompletedTask;
            }

            if (!_builds.TryGetValue(path, out var running))
            {
                var build = new IndexBuild(new PropertyIndex(path), slots);
                running = new RunningBuild(build, Task.Run(() => BuildAsync(path, build)));
                _builds.Add(path, running);
            }

            return running.End;
        }
    }

    private async Task BuildAsync(PropertyPath path, IndexBuild build)
    {
        await Builders.WaitAsync();
        try
        {
            var processor = new ProcessorSharing(TimeProvider.System, Thread.Yield);
            while (BuildStep(path, build))
            {
                if (!build.HasAllDocuments)
                {
                    // Requests come first: those that wait for the processor, and those that wait for the thread.
                    processor.Yield();
                    await Task.Yield();
                }
            }
        }
        finally
        {
            Builders.Release();
            lock (gate)
            {
                if (IsRunningNeedsLock(path, build))
                {
                    _builds.Remove(path);
                }
            }
        }
    }

    /// <summary>False when the index is complete, or was dropped meanwhile.</summary>
    private bool BuildStep(PropertyPath path, IndexBuild build)
    {
        lock (gate)
        {
            if (!IsRunningNeedsLock(path, build))
            {
                return false;
            }

            build.TakeNeedsLock();
            if (build.IsLastStep)
            {
                build.Apply();
                AddNeedsLock(path, build.Index);
                return false;
            }
        }

        build.Apply();
        return true;
    }

    private void AddNeedsLock(PropertyPath path, PropertyIndex index)
    {
        if (_indexes.Count == MaxIndexes)
        {
            _indexes.Remove(_indexes.MinBy(each => each.Value.LastUse).Key);
        }

        index.LastUse = ++_uses;
        _indexes.Add(path, index);
    }

    private bool IsRunningNeedsLock(PropertyPath path, IndexBuild build) => _builds.GetValueOrDefault(path).Build == build;

    /// <param name="End">Completes when the index is complete or was dropped.</param>
    private readonly record struct RunningBuild(IndexBuild Build, Task End);
}
