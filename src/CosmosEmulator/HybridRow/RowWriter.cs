using System.Buffers;
using System.Buffers.Binary;
using System.IO.Hashing;
using System.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>Writes rows as <see cref="RowReader"/> reads them.</summary>
internal sealed class RowWriter
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    public ReadOnlyMemory<byte> Written => _bytes.WrittenMemory;

    /// <summary>Forgets what was written.</summary>
    public void Reset() => _bytes.ResetWrittenCount();

    /// <summary>The row that a body begins with.</summary>
    public void WriteSegment()
    {
        WriteHeader(RowFormat.Segment);
        WriteByte(RowFormat.SegmentColumns);
        WriteInt32(RowFormat.SegmentLength);
    }

    /// <summary>A row with the length and the checksum of another, and that row.</summary>
    public void WriteRecord(ReadOnlySpan<byte> row)
    {
        WriteHeader(RowFormat.Record);
        WriteInt32(row.Length);
        WriteUInt32(Crc32.HashToUInt32(row));
        _bytes.Write(row);
    }

    public void WriteHeader(int schema)
    {
        WriteByte(RowFormat.Version);
        WriteInt32(schema);
    }

    public void WriteByte(byte value)
    {
        _bytes.GetSpan(1)[0] = value;
        _bytes.Advance(1);
    }

    public void WriteInt32(int value)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.GetSpan(sizeof(int)), value);
        _bytes.Advance(sizeof(int));
    }

    public void WriteUInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.GetSpan(sizeof(uint)), value);
        _bytes.Advance(sizeof(uint));
    }

    public void WriteDouble(double value)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(_bytes.GetSpan(sizeof(double)), value);
        _bytes.Advance(sizeof(double));
    }

    public void WriteNumber(uint number)
    {
        for (; number > 0x7F; number >>= 7)
        {
            WriteByte((byte)(number | 0x80));
        }

        WriteByte((byte)number);
    }

    public void WriteText(string text)
    {
        var length = Encoding.UTF8.GetByteCount(text);
        WriteNumber((uint)length);
        _bytes.Advance(Encoding.UTF8.GetBytes(text, _bytes.GetSpan(length)));
    }

    public void WriteJson(IJsonText json)
    {
        WriteNumber((uint)json.Length);
        json.WriteTo(_bytes);
    }

    /// <summary>The type and the number of a field; its value follows.</summary>
    public void WriteField(byte type, uint number)
    {
        WriteByte(type);
        WriteNumber(number);
    }
}
