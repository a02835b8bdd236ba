using System.Buffers.Binary;
using System.Text;
using System.Text.Unicode;

namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>
/// Reads rows from front to back. After the first fault nothing is left to read and each read returns nothing, so that the caller
/// looks for the fault once, at the end.
/// </summary>
internal struct RowReader(ReadOnlyMemory<byte> bytes)
{
    private const int MaxNumberBytes = 5;

    private ReadOnlyMemory<byte> _rest = bytes;

    /// <summary>What is wrong with the rows; null if nothing is.</summary>
    public string? Fault { get; private set; }

    public readonly bool IsAtEnd => _rest.IsEmpty;

    public void ReadHeader(int schema)
    {
        if (ReadByte() != RowFormat.Version || ReadInt32() != schema)
        {
            Fail($"a row with the version {RowFormat.Version:x} and the schema {schema:x} is expected");
        }
    }

    public byte ReadByte() => Take(1) is { IsEmpty: false } taken ? taken.Span[0] : (byte)0;

    public int ReadInt32() =>
        Take(sizeof(int)) is { IsEmpty: false } taken ? BinaryPrimitives.ReadInt32LittleEndian(taken.Span) : 0;

    public uint ReadUInt32() =>
        Take(sizeof(uint)) is { IsEmpty: false } taken ? BinaryPrimitives.ReadUInt32LittleEndian(taken.Span) : 0;

    /// <summary>A number in groups of seven bits, the lowest first; the eighth bit says that another one follows.</summary>
    public long ReadNumber()
    {
        var number = 0L;
        for (var read = 0; read < MaxNumberBytes; read++)
        {
            var group = ReadByte();
            number |= (long)(group & 0x7F) << (7 * read);
            if ((group & 0x80) == 0)
            {
                return number;
            }
        }

        Fail($"a number has more than {MaxNumberBytes} bytes");
        return 0;
    }

    public ReadOnlyMemory<byte> ReadBytes() => Take(ReadNumber());

    public string ReadText()
    {
        var text = ReadBytes().Span;
        if (Utf8.IsValid(text))
        {
            return Encoding.UTF8.GetString(text);
        }

        Fail("a text is not valid UTF-8");
        return "";
    }

    /// <summary>The next bytes, as they lie in the body.</summary>
    public ReadOnlyMemory<byte> Take(long length)
    {
        if (length < 0 || length > _rest.Length)
        {
            Fail($"{length} bytes are expected where {_rest.Length} are left");
            return default;
        }

        var taken = _rest[..(int)length];
        _rest = _rest[(int)length..];
        return taken;
    }

    /// <summary>Ends the reading. The first fault is kept.</summary>
    public void Fail(string fault)
    {
        Fault ??= fault;
        _rest = default;
    }
}
