using System.Buffers.Binary;
using System.Globalization;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>
/// A number as the service stores it: a 64-bit integer or a double, compared without loss. It is the greatest double that is not
/// above the number, and what the number has in addition.
/// </summary>
internal readonly record struct JsonNumber : IComparable<JsonNumber>
{
    /// <summary>2^63: an integer that is rounded up to it has no double of its own.</summary>
    private const double AboveAllIntegers = 9_223_372_036_854_775_808;

    private readonly double _floor;

    // From 0 to 1,023: neighbouring doubles below 2^63 are at most 1,024 apart.
    private readonly int _rest;

    private JsonNumber(double floor, int rest) => (_floor, _rest) = (floor, rest);

    /// <summary>-0 keeps its sign, which is part of the hash of a partition key, and equals 0.</summary>
    public static JsonNumber From(double value) => new(value, 0);

    public static JsonNumber From(long value)
    {
        var floor = (double)value;
        floor = floor >= AboveAllIntegers || (long)floor > value ? Math.BitDecrement(floor) : floor;
        return new JsonNumber(floor, (int)(value - (long)floor));
    }

    /// <summary>The number that the reader stands on.</summary>
    public static JsonNumber Read(ref Utf8JsonReader reader) =>
        reader.TryGetInt64(out var integer) ? From(integer) : From(reader.GetDouble());

    public static JsonNumber Read(JsonElement element) =>
        element.TryGetInt64(out var integer) ? From(integer) : From(element.GetDouble());

    /// <summary>The nearest double.</summary>
    public double ToDouble() => _rest == 0 ? _floor : ToInt64();

    public JsonNumber Negate() => _rest == 0 ? From(-_floor) : From(-ToInt64());

    /// <summary>The number as a 64-bit integer; false for one with a fraction, and for one out of their range.</summary>
    public bool TryGetInt64(out long value)
    {
        var isInteger = double.IsInteger(_floor) && _floor is >= -AboveAllIntegers and < AboveAllIntegers;
        value = isInteger ? ToInt64() : 0;
        return isInteger;
    }

    public void Write(Utf8JsonWriter writer)
    {
        // A double from 10^15 on is written with an exponent, which clients do not read as an integer. -0 keeps its sign.
        if (TryGetInt64(out var integer) && integer != 0)
        {
            writer.WriteNumberValue(integer);
        }
        else
        {
            writer.WriteNumberValue(_floor);
        }
    }

    /// <summary>Writes 10 bytes that compare as the numbers do.</summary>
    public void WriteOrdered(Span<byte> bytes)
    {
        // Adding zero turns -0 into 0.
        var bits = BitConverter.DoubleToInt64Bits(_floor + 0.0);
        BinaryPrimitives.WriteInt64BigEndian(bytes, bits < 0 ? ~bits : bits ^ long.MinValue);
        BinaryPrimitives.WriteUInt16BigEndian(bytes[sizeof(long)..], (ushort)_rest);
    }

    public int CompareTo(JsonNumber other) =>
        _floor.CompareTo(other._floor) is not 0 and var order ? order : _rest.CompareTo(other._rest);

    /// <summary>As JSON.</summary>
    public override string ToString() =>
        TryGetInt64(out var integer) && integer != 0
            ? integer.ToString(CultureInfo.InvariantCulture)
            : JsonSerializer.Serialize(_floor);

    private long ToInt64() => (long)_floor + _rest;
}
