using System.Collections.Frozen;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Tells whether a secret is the one that was hashed.</summary>
internal delegate bool SecretComparison(SecretHash stored, ReadOnlySpan<char> secret);

/// <summary>The live keys, in memory. Reading takes no lock; the keys are replaced as a whole.</summary>
internal sealed class KeyRing(SecretComparison matches, TimeProvider time)
{
    // Compared with in place of a key that is not there, so that an unknown id takes as long as a wrong secret.
    private static readonly KeyHolder Nobody = new(
        Caller.Anonymous, KeyScopes.None, SecretHash.Of(ApiKey.Create().Secret), ExpiresAt: null);

    private volatile Snapshot _keys = new([]);

    private long _readAt = time.GetTimestamp();

    public int Count => _keys.Count;

    /// <summary>The time since the keys were last compared with the database.</summary>
    public TimeSpan Age => time.GetElapsedTime(Volatile.Read(ref _readAt));

    /// <summary>The keys are those of the database now.</summary>
    public void Confirm() => Volatile.Write(ref _readAt, time.GetTimestamp());

    /// <summary>
    /// The holder of a key that is right and has not expired; null for all others. Every well-formed wrong key takes the time of
    /// one comparison.
    /// </summary>
    /// <param name="key">As it was sent.</param>
    /// <param name="last">The key that the same connection sent last, which is not hashed again.</param>
    public KeyHolder? Find(ReadOnlySpan<char> key, LastKey? last = null)
    {
        var keys = _keys;
        var holder = last?.Find(key, keys);
        if (holder is null && (holder = Find(key, keys)) is not null)
        {
            last?.Keep(key, holder, keys);
        }

        return holder?.ExpiresAt is { } end && end <= time.GetUtcNow() ? null : holder;
    }

    /// <summary>The caller as it is known already, where nothing about it has changed: what is kept for it stays.</summary>
    public Caller Known(Caller caller) =>
        _keys.Find(caller.KeyId) is { } holder && holder.Caller == caller ? holder.Caller : caller;

    public void Replace(IEnumerable<KeyHolder> holders) => _keys = new Snapshot(holders);

    private KeyHolder? Find(ReadOnlySpan<char> key, Snapshot keys)
    {
        if (!ApiKey.TrySplit(key, out var id, out var secret))
        {
            return null;
        }

        var holder = keys.Find(id) ?? Nobody;
        return matches(holder.Secret, secret) && !ReferenceEquals(holder, Nobody) ? holder : null;
    }

    private sealed class Snapshot
    {
        private readonly FrozenDictionary<string, KeyHolder> _byId;
        private readonly FrozenDictionary<string, KeyHolder>.AlternateLookup<ReadOnlySpan<char>> _bySpan;

        public Snapshot(IEnumerable<KeyHolder> holders)
        {
            _byId = holders.ToFrozenDictionary(holder => holder.Caller.KeyId, StringComparer.Ordinal);
            _bySpan = _byId.GetAlternateLookup<ReadOnlySpan<char>>();
        }

        public int Count => _byId.Count;

        public KeyHolder? Find(ReadOnlySpan<char> id) => _bySpan.TryGetValue(id, out var holder) ? holder : null;
    }
}
