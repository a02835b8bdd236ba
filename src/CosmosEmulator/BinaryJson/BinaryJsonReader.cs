namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>
/// Reads the bytes of a body from front to back, up to a limit. After the first fault nothing is left to read and each read
/// returns nothing, so that the caller looks for the fault after a value, not after each read.
/// </summary>
internal sealed class BinaryJsonReader(ReadOnlyMemory<byte> body)
{
    private readonly ReadOnlyMemory<byte> _body = body;

    /// <summary>What is wrong with the body; null if nothing is.</summary>
    public string? Fault { get; private set; }

    /// <summary>Of the next byte, from the start of the body.</summary>
    public int Position { get; private set; }

    public int Limit { get; private set; } = body.Length;

    public bool IsAtEnd => Position >= Limit;

    public byte ReadByte() => Take(1) is [var value] ? value : (byte)0;

    /// <param name="width">Its bytes, at most four.</param>
    public uint ReadUnsigned(int width)
    {
        var value = 0u;
        var bytes = Take(width);
        for (var index = bytes.Length - 1; index >= 0; index--)
        {
            value = (value << 8) | bytes[index];
        }

        return value;
    }

    /// <summary>The next bytes, as they lie in the body.</summary>
    public ReadOnlySpan<byte> Take(long length)
    {
        if (length > Limit - Position)
        {
            FailForLength(length);
            return default;
        }

        var taken = _body.Span.Slice(Position, (int)length);
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
