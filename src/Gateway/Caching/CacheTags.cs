using System.Collections.Concurrent;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// When each tag last changed, counted in changes. An answer is worth what the tags were when it was asked for: one that was on
/// its way while a tag changed is old when it comes.
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

    /// <param name="tags">What an answer is made of.</param>
    /// <param name="askedAt"><see cref="Changes"/> when it was asked for.</param>
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
