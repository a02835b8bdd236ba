namespace DroneDelivery.Usage.Benchmarks;

/// <summary>Answers and the bytes of their bodies, by key and status. Safe for concurrent use.</summary>
internal sealed class AnswerCounts
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(string Key, int Status), (long Requests, long Bytes)> _counts = [];

    public long Requests => Sum((_, counted) => counted.Requests);

    /// <summary>How many pairs of a key and a status there are.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _counts.Count;
            }
        }
    }

    /// <param name="key">Its id.</param>
    public void Add(string key, int status, long requests, long bytes)
    {
        lock (_gate)
        {
            var (earlier, earlierBytes) = _counts.GetValueOrDefault((key, status));
            _counts[(key, status)] = (earlier + requests, earlierBytes + bytes);
        }
    }

    /// <summary>How many pairs of a key and a status have other requests or bytes in one than in the other.</summary>
    public long Differing(AnswerCounts other) =>
        Sum((key, counted) => counted == other.CountOf(key) ? 0 : 1) + other.Sum((key, _) => CountOf(key) == default ? 1 : 0);

    /// <summary>Requests that are here and not in <paramref name="other"/>, pair by pair.</summary>
    public long Beyond(AnswerCounts other) =>
        Sum((key, counted) => Math.Max(0, counted.Requests - other.CountOf(key).Requests));

    private (long Requests, long Bytes) CountOf((string Key, int Status) key)
    {
        lock (_gate)
        {
            return _counts.GetValueOrDefault(key);
        }
    }

    private long Sum(Func<(string Key, int Status), (long Requests, long Bytes), long> figure)
    {
        KeyValuePair<(string Key, int Status), (long Requests, long Bytes)>[] all;
        lock (_gate)
        {
            all = [.. _counts];
        }

        return all.Sum(pair => figure(pair.Key, pair.Value));
    }
}
