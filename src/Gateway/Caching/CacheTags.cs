using System.Collections.Concurrent;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Records when each tag last changed, as the number of changes so far. A response is valid for the state of its tags when it was
/// requested: if a tag changes while the response is being received, the response is outdated. Safe for concurrent use.
/// </summary>
internal sealed class CacheTags
{
    private readonly ConcurrentDictionary<string, long> _changedAt = new(StringComparer.Ordinal);
    private volatile IReadOnlyDictionary<string, long> _shared = new Dictionary<string, long>();
    private volatile bool _knowsEarlierChanges = true;
    private long _changes;

    public long Changes => Volatile.Read(ref _changes);

    /// <summary>The numbers of the tags in Redis when they were last read. Set after the changes that they stand for.</summary>
    public IReadOnlyDictionary<string, long> Shared
    {
        get => _shared;
        set => _shared = value;
    }

    /// <summary>Whether changes at other gateways from before the start are known, as far as they can be.</summary>
    public bool KnowsEarlierChanges
    {
        get => _knowsEarlierChanges;
        set => _knowsEarlierChanges = value;
    }

    /// <summary>What a restarted gateway needs to detect the changes since.</summary>
    public CacheNumbers Numbers
    {
        get
        {
            // Read first: the number of changes then contains those that it stands for.
            var shared = Shared;
            return new(Changes, shared);
        }
    }

    /// <summary>Continues from the numbers of an earlier process. Call this before the first change.</summary>
    public void Restore(CacheNumbers numbers) => (_changes, _shared) = (numbers.Changes, numbers.Shared);

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

/// <summary>The numbers that tell later which responses have become outdated.</summary>
/// <param name="Changes"><see cref="CacheTags.Changes"/>.</param>
/// <param name="Shared"><see cref="CacheTags.Shared"/>.</param>
internal sealed record CacheNumbers(long Changes, IReadOnlyDictionary<string, long> Shared);
