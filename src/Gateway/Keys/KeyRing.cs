using System.Collections.Frozen;

namespace DroneDelivery.Gateway.Keys;

/// <summary>The data of a key that requests are checked against.</summary>
internal sealed record KeyHolder(Caller Caller, SecretHash Secret, DateTimeOffset? ExpiresAt);

/// <summary>Returns whether a secret matches a stored hash.</summary>
internal delegate bool SecretComparison(SecretHash stored, ReadOnlySpan<char> secret);

/// <summary>The keys that requests are checked against, in memory. Reads take no lock; all keys are replaced at once.</summary>
internal sealed class KeyRing(SecretComparison matches, TimeProvider time)
{
    // Used for the comparison if the id is unknown, so that an unknown id takes as long as a wrong secret.
    private static readonly KeyHolder Unknown = new(
        Caller.Anonymous, SecretHash.Create(ApiKey.Create().Secret), ExpiresAt: null);

    private volatile Snapshot _keys = new([]);

    private long _readAt = time.GetTimestamp();

    public int Count => _keys.Count;

    /// <summary>The holders of keys that have not expired.</summary>
    public IEnumerable<KeyHolder> Holders => _keys.Holders.Where(holder => IfNotExpired(holder) is not null);

    /// <summary>The time since the keys were last compared with the database.</summary>
    public TimeSpan Age => time.GetElapsedTime(Volatile.Read(ref _readAt));

    /// <summary>Records that the keys are equal to those in the database at this moment.</summary>
    public void Confirm() => Volatile.Write(ref _readAt, time.GetTimestamp());

    /// <summary>
    /// Returns the holder of a valid key that has not expired; null for any other key. Every well-formed invalid key takes the
    /// time of one comparison.
    /// </summary>
    /// <param name="key">The key as it was sent.</param>
    /// <param name="last">The last valid key of the same connection. If it is sent again, it is not hashed again.</param>
    /// <param name="isLastOnly">Whether no other key is compared.</param>
    public KeyHolder? Find(ReadOnlySpan<char> key, LastKey? last = null, bool isLastOnly = false)
    {
        var keys = _keys;
        var holder = last?.Find(key, keys);
        if (holder is null && !isLastOnly && (holder = Find(key, keys)) is not null)
        {
            last?.Keep(key, holder, keys);
        }

        return IfNotExpired(holder);
    }

    /// <summary>Returns the holder of the key with this id, if the key has not expired or been revoked.</summary>
    public KeyHolder? FindById(string id) => IfNotExpired(_keys.Find(id));

    /// <summary>Returns the existing object of a caller that has not changed; otherwise <paramref name="caller"/>.</summary>
    public Caller Known(Caller caller) =>
        _keys.Find(caller.KeyId) is { } holder && holder.Caller == caller ? holder.Caller : caller;

    public void Replace(IEnumerable<KeyHolder> holders) => _keys = new Snapshot(holders);

    private KeyHolder? IfNotExpired(KeyHolder? holder) => holder?.ExpiresAt is { } end && end <= time.GetUtcNow() ? null : holder;

    private KeyHolder? Find(ReadOnlySpan<char> key, Snapshot keys)
    {
        if (!ApiKey.TrySplit(key, out var id, out var secret))
        {
            return null;
        }

        var holder = keys.Find(id) ?? Unknown;
        return matches(holder.Secret, secret) && !ReferenceEquals(holder, Unknown) ? holder : null;
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

        public IReadOnlyList<KeyHolder> Holders => _byId.Values;

        public KeyHolder? Find(ReadOnlySpan<char> id) => _bySpan.TryGetValue(id, out var holder) ? holder : null;
    }
}
