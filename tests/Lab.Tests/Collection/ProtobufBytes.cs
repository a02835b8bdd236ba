using Google.Protobuf;
using WireType = Google.Protobuf.WireFormat.WireType;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>Protobuf fields made by hand, by number and wire type, so that a test can send what no exporter would.</summary>
internal static class ProtobufBytes
{
    public static byte[] Join(params byte[][] parts) => [.. parts.SelectMany(part => part)];

    public static byte[] Nested(int field, params byte[][] parts) => Bytes(field, Join(parts));

    public static byte[] Text(int field, string value) => Write(field, WireType.LengthDelimited, output => output.WriteString(value));

    public static byte[] Bytes(int field, params byte[] value) =>
        Write(field, WireType.LengthDelimited, output => output.WriteBytes(ByteString.CopyFrom(value)));

    public static byte[] Varint(int field, long value) => Write(field, WireType.Varint, output => output.WriteInt64(value));

    public static byte[] Fixed64(int field, ulong value) => Write(field, WireType.Fixed64, output => output.WriteFixed64(value));

    public static byte[] Double(int field, double value) => Write(field, WireType.Fixed64, output => output.WriteDouble(value));

    public static byte[] Fixed32(int field, uint value) => Write(field, WireType.Fixed32, output => output.WriteFixed32(value));

    private static byte[] Write(int field, WireType type, Action<CodedOutputStream> writeValue)
    {
        using var bytes = new MemoryStream();
        using (var output = new CodedOutputStream(bytes))
        {
            output.WriteTag(field, type);
            writeValue(output);
        }

        return bytes.ToArray();
    }
}
