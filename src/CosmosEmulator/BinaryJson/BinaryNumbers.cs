using System.Buffers.Binary;
using System.Globalization;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>Numbers that follow their marker.</summary>
internal static class BinaryNumbers
{
    /// <summary>The bytes of a number of the marker; 0 if the marker is not one of a number.</summary>
    public static int SizeOf(byte marker) => marker switch
    {
        TypeMarkers.NumberUInt8 or TypeMarkers.UInt8 or TypeMarkers.Int8 => 1,
        TypeMarkers.NumberInt16 or TypeMarkers.Int16 or TypeMarkers.Float16 => 2,
        TypeMarkers.NumberInt32 or TypeMarkers.Int32 or TypeMarkers.UInt32 or TypeMarkers.Float32 => 4,
        TypeMarkers.NumberInt64 or TypeMarkers.Int64 or TypeMarkers.NumberUInt64 or TypeMarkers.NumberDouble
            or TypeMarkers.Float64 => 8,
        _ => 0,
    };

    /// <param name="bytes">As many as the number has.</param>
    public static void Write(byte marker, ReadOnlySpan<byte> bytes, Utf8JsonWriter json)
    {
        switch (marker)
        {
            case TypeMarkers.NumberUInt8 or TypeMarkers.UInt8:
                json.WriteNumberValue((int)bytes[0]);
                break;
            case TypeMarkers.Int8:
                json.WriteNumberValue((int)(sbyte)bytes[0]);
                break;
            case TypeMarkers.NumberInt16 or TypeMarkers.Int16:
                json.WriteNumberValue((int)BinaryPrimitives.ReadInt16LittleEndian(bytes));
                break;
            case TypeMarkers.NumberInt32 or TypeMarkers.Int32:
                json.WriteNumberValue(BinaryPrimitives.ReadInt32LittleEndian(bytes));
                break;
            case TypeMarkers.UInt32:
                json.WriteNumberValue(BinaryPrimitives.ReadUInt32LittleEndian(bytes));
                break;
            case TypeMarkers.NumberInt64 or TypeMarkers.Int64:
                json.WriteNumberValue(BinaryPrimitives.ReadInt64LittleEndian(bytes));
                break;
            case TypeMarkers.NumberUInt64:
                json.WriteNumberValue(BinaryPrimitives.ReadUInt64LittleEndian(bytes));
                break;
            case TypeMarkers.Float16:
                WriteDouble((double)BinaryPrimitives.ReadHalfLittleEndian(bytes), json);
                break;
            case TypeMarkers.Float32:
                WriteDouble(BinaryPrimitives.ReadSingleLittleEndian(bytes), json);
                break;
            default:
                WriteDouble(BinaryPrimitives.ReadDoubleLittleEndian(bytes), json);
                break;
        }
    }

    private static void WriteDouble(double value, Utf8JsonWriter json)
    {
        if (!double.IsFinite(value))
        {
            // JSON has no such number. The SDK writes its name, in text of its own and where it makes text of a binary body.
            json.WriteStringValue(value.ToString(CultureInfo.InvariantCulture));
        }
        else if (value == 0 && double.IsNegative(value))
        {
            // -0 would be read as an integer, which has no sign. The sign is part of the hash of a partition key.
            json.WriteRawValue("-0.0"u8, skipInputValidation: true);
        }
        else
        {
            json.WriteNumberValue(value);
        }
    }
}
