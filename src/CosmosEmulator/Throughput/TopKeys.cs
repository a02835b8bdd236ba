using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>
/// The logical keys that use most of a container, found in fixed memory: the weighted space-saving sketch of Metwally, Agrawal and
/// El Abbadi (https://doi.org/10.1007/978-3-540-30570-5_27). While there are no more keys than counters every figure is exact.
/// From then on a key without a counter takes over the one that weighs least, with its weight but not its figures, so that a
/// figure may be too low by 1/capacity of everything and is never too high. A key with more than that share is always found.
/// </summary>
internal sealed class TopKeys(int capacity = TopKeys.UsualCapacity)
{
    private const int UsualCapacity = 256;

    // What a call weighs at least, in thousandths of an RU: a key whose calls are all throttled is hot too.
    private const long SmallestWeight = 1_000;

    private readonly Lock _gate = new();
    private readonly Dictionary<EffectivePartitionKey, int> _counterOf = new(capacity);
    private readonly long[] _weights = new long[capacity];
    private readonly KeyUsage[] _usages = new KeyUsage[capacity];
    private bool _hasReplaced;

    /// <summary>A throttled call is charged nothing.</summary>
    public void Count(LogicalKey key, RequestUnits charge, bool isThrottled)
    {
        lock (_gate)
        {
            var counter = FindOrTakeNeedsLock(key);
            _weights[counter] += Math.Max(SmallestWeight, charge.Thousandths);
            ref var usage = ref _usages[counter];
            usage.RequestUnits += charge;
            usage.Calls++;
            usage.Throttled += isThrottled ? 1 : 0;
        }
    }

    /// <summary>The keys with the most RU, the largest first; of equal ones the one with more calls.</summary>
    public IReadOnlyList<KeyUsage> Largest(int count)
    {
        lock (_gate)
        {
            return
            [
                .. _usages.Take(_counterOf.Count)
                    .OrderByDescending(usage => usage.RequestUnits.Thousandths)
                    .ThenByDescending(usage => usage.Calls)
                    .Take(count),
            ];
        }
    }

    /// <summary>Whether every key that was counted still has its counter.</summary>
    public bool IsExact
    {
        get
        {
            lock (_gate)
            {
                return !_hasReplaced;
            }
        }
    }

    public void Reset()
    {
        lock (_gate)
        {
            _counterOf.Clear();
            Array.Clear(_weights);
            Array.Clear(_usages);
            _hasReplaced = false;
        }
    }

    private int FindOrTakeNeedsLock(LogicalKey key)
    {
        if (_counterOf.TryGetValue(key.Hash, out var counter))
        {
            return counter;
        }

        counter = _counterOf.Count;
        if (counter == capacity)
        {
            counter = LightestNeedsLock();
            _counterOf.Remove(_usages[counter].Key.Hash);
            _hasReplaced = true;
        }

        _counterOf.Add(key.Hash, counter);
        _usages[counter] = new KeyUsage(key);
        return counter;
    }

    private int LightestNeedsLock()
    {
        var lightest = 0;
        for (var i = 1; i < _weights.Length; i++)
        {
            lightest = _weights[i] < _weights[lightest] ? i : lightest;
        }

        return lightest;
    }
}

/// <summary>What one logical key used. Calls include the throttled ones.</summary>
internal record struct KeyUsage(LogicalKey Key)
{
    public RequestUnits RequestUnits { get; set; }

    public long Calls { get; set; }

    public long Throttled { get; set; }
}
