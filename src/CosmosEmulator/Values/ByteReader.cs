namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>
/// Reads bytes from front to back, up to a limit. After the first fault nothing is left to read and each read returns nothing, so
/// that the caller looks for the fault after several reads, not after each. Numbers are little endian.
/// </summary>
internal class ByteReader(ReadOnlyMemory<byte> bytes)
{
    private readonly ReadOnlyMemory<byte> _bytes = bytes;

    /// <summary>What is wrong with the bytes; null if nothing is.</summary>
    public string? Fault { get; private set; }

    /// <summary>Of the next byte, from the start.</summary>
    public int Position { get; private set; }

    public int Limit { get; private set; } = bytes.Length;

    public bool IsAtEnd => Position >= Limit;

    public byte ReadByte() => Take(1).Span is [var value] ? value : (byte)0;

    /// <param name="width">Its bytes, at most four.</param>
    public uint ReadUnsigned(int width)
    {
        var value = 0u;
        var taken = Take(width).Span;
        for (var index = taken.Length - 1; index >= 0; index--)
        {
            value = (value << 8) | taken[index];
        }

        return value;
    }

    /// <summary>The next bytes, without a copy.</summary>
    public ReadOnlyMemory<byte> Take(long length)
    {
        if (length < 0 || length > Limit - Position)
        {
            FailForLength(length);
            return default;
        }

        var taken = _bytes.Slice(Position, (int)length);
        Position += (int)length;
        return taken;
    }

    /// <summary>Moves the limit, so that only the next bytes can be read.</summary>
    public void Narrow(long length)
    {
        if (length > Limit - Position)
        {
            FailForLength(length);
            return;
        }

        Limit = Position + (int)length;
    }

    /// <summary>Goes on at another place, up to another limit.</summary>
    public void Move(int position, int limit)
    {
        if (Fault is null)
        {
            (Position, Limit) = (position, limit);
        }
    }

    /// <summary>Ends the reading. The first fault is kept.</summary>
    public void Fail(string fault)
    {
        Fault ??= fault;
        Limit = Position;
    }

    private void FailForLength(long length) =>
        Fail($"{length} bytes are expected at byte {Position}, where {Limit - Position} are left");
}
