using System.Buffers.Binary;

namespace DroneDelivery.LoadTests.Engine.Statistics;

/// <summary>
/// A stream of random numbers from a 64 bit seed (SplitMix64): the same on every platform and version, and cheap enough for one
/// stream per user and purpose. Not safe for concurrent use.
/// </summary>
public sealed class SeededRandom : Random
{
    private ulong _state;

    public SeededRandom(ulong seed)
        : base(0) => _state = seed;

    /// <summary>A separate stream for each list of <paramref name="path"/> elements (a user, a purpose) under one seed.</summary>
    public static SeededRandom ForStream(ulong seed, params ReadOnlySpan<int> path) => new(StateOf(seed, path));

    /// <summary>Continues as the stream of another path.</summary>
    internal void Become(ulong seed, params ReadOnlySpan<int> path) => _state = StateOf(seed, path);

    public ulong NextUInt64()
    {
        _state += Increment;
        return Mix(_state);
    }

    public override int Next() => (int)(NextInt64() % int.MaxValue);

    public override long NextInt64() => (long)(NextUInt64() % long.MaxValue);

    public override double NextDouble() => Sample();

    public override void NextBytes(byte[] buffer) => NextBytes(buffer.AsSpan());

    public override void NextBytes(Span<byte> buffer)
    {
        Span<byte> word = stackalloc byte[sizeof(ulong)];
        for (; buffer.Length > 0; buffer = buffer[Math.Min(word.Length, buffer.Length)..])
        {
            BinaryPrimitives.WriteUInt64LittleEndian(word, NextUInt64());
            word[..Math.Min(word.Length, buffer.Length)].CopyTo(buffer);
        }
    }

    protected override double Sample() => (NextUInt64() >> 11) * (1.0 / (1UL << 53));

    private const ulong Increment = 0x9E3779B97F4A7C15;

    private static ulong StateOf(ulong seed, ReadOnlySpan<int> path)
    {
        var state = Mix(seed);
        foreach (var element in path)
        {
            state = Mix(state + Increment + (uint)element);
        }

        return state;
    }

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
