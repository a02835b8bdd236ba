namespace DroneDelivery.SampleData;

/// <summary>
/// An independent random sequence for one object of the sample data (splitmix64). <see cref="Random"/> is not used because its
/// algorithm may change between .NET versions; this one generates the same numbers everywhere.
/// </summary>
internal struct SeededSequence(long seed, SequenceUse use, int index)
{
    private const ulong Increment = 0x9E3779B97F4A7C15;

    private ulong _state = Mix(Mix((ulong)seed + (ulong)use) + (ulong)index);

    public ulong Next()
    {
        _state += Increment;
        return Mix(_state);
    }

    /// <summary>A number from <paramref name="from"/> to just below <paramref name="to"/>.</summary>
    public int Next(int from, int to) => from + (int)((Next() >> 32) * (ulong)(to - from) >> 32);

    public T Pick<T>(ReadOnlySpan<T> choices) => choices[Next(0, choices.Length)];

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}

/// <summary>The use of a sequence: two uses of the same index do not generate the same numbers.</summary>
internal enum SequenceUse
{
    DeliveryCount = 1,
    Delivery = 2,
    Parcel = 3,
    Owner = 4,
    Drone = 5,
}
