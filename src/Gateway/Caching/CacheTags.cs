using System.Collections.Concurrent;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Records when each tag last changed, as the number of changes so far. A response is valid for the state of its tags when it was
/// requested: if a tag changes while the response is being received, the response is outdated. Safe for concurrent use.
/// </summary>
internal sealed class CacheTags
{
    private readonly ConcurrentDictionary<string, long> _changedAt = new(StringComparer.Ordinal);
    private long _changes;

    public long Changes => Volatile.Read(ref _changes);

    public void Invalidate(string[] tags)
    {
        var change = Interlocked.Increment(ref _changes);
        foreach (var tag in tags)
        {
            _changedAt.AddOrUpdate(tag, change, (_, before) => Math.Max(before, change));
        }
    }

    /// <param name="tags">The tags of the data that a response depends on.</param>
    /// <param name="askedAt">The value of <see cref="Changes"/> when the response was requested.</param>
    public bool AreUnchanged(string[] tags, long askedAt)
    {
        foreach (var tag in tags)
        {
            if (_changedAt.TryGetValue(tag, out var changedAt) && changedAt > askedAt)
            {
                return false;
            }
        }

        return true;
    }
}
