using System.Text;
using System.Text.Unicode;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>Reads rows from front to back.</summary>
internal sealed class RowReader(ReadOnlyMemory<byte> bytes) : ByteReader(bytes)
{
    private const int MaxNumberBytes = 5;

    public void ReadHeader(int schema)
    {
        if (ReadByte() != RowFormat.Version || ReadInt32() != schema)
        {
            Fail($"a row with the version {RowFormat.Version:x} and the schema {schema:x} is expected");
        }
    }

    public int ReadInt32() => (int)ReadUnsigned(sizeof(int));

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
}
