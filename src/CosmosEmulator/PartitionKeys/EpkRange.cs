namespace DroneDelivery.CosmosEmulator.PartitionKeys;

/// <summary>A stretch of the key space; the end is exclusive.</summary>
internal readonly record struct EpkRange(EffectivePartitionKey Min, EffectivePartitionKey Max)
{
    public static EpkRange All { get; } = new(EffectivePartitionKey.Start, EffectivePartitionKey.End);

    public bool Contains(EffectivePartitionKey key) => key.CompareTo(Min) >= 0 && key.CompareTo(Max) < 0;

    /// <summary>What both have in common: without a key if that is nothing.</summary>
    public EpkRange Intersect(EpkRange other) => new(
        Min.CompareTo(other.Min) >= 0 ? Min : other.Min,
        Max.CompareTo(other.Max) <= 0 ? Max : other.Max);

    /// <summary>Equal stretches that cover the whole space, in order.</summary>
    public static EpkRange[] Split(int count)
    {
        var ranges = new EpkRange[count];
        for (var i = 0; i < count; i++)
        {
            ranges[i] = new EpkRange(Boundary(i, count), Boundary(i + 1, count));
        }

        return ranges;
    }

    // 2^126 * i / count, without the product's overflow: quotient and remainder are multiplied apart.
    private static EffectivePartitionKey Boundary(int i, int count)
    {
        var end = EffectivePartitionKey.End.Value;
        var (quotient, remainder) = UInt128.DivRem(end, (UInt128)count);
        return new EffectivePartitionKey((quotient * (UInt128)i) + (remainder * (UInt128)i / (UInt128)count));
    }
}
