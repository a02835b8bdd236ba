using System.Globalization;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// A 64-bit integer or a double. A double that is a 64-bit integer is kept as one, so that equal numbers are the same.
/// </summary>
internal readonly record struct ModelNumber : IComparable<ModelNumber>
{
    /// <summary>2^63.</summary>
    private const double AboveAllIntegers = 9_223_372_036_854_775_808;

    private readonly long _integer;
    private readonly double? _other;

    private ModelNumber(long integer, double? other) => (_integer, _other) = (integer, other);

    public bool IsFinite => _other is not { } other || double.IsFinite(other);

    public static ModelNumber From(double value) =>
        double.IsInteger(value) && value is >= -AboveAllIntegers and < AboveAllIntegers
            ? new ModelNumber((long)value, null)
            : new ModelNumber(0, value);

    public static ModelNumber Read(JsonElement json) =>
        json.TryGetInt64(out var integer) ? new ModelNumber(integer, null) : From(json.GetDouble());

    public double ToDouble() => _other ?? _integer;

    public ModelNumber Negate() =>
        _other is { } other ? From(-other)
        : _integer == long.MinValue ? From(AboveAllIntegers)
        : new ModelNumber(-_integer, null);

    public int CompareTo(ModelNumber other)
    {
        if (_other is { } left)
        {
            return other._other is { } right ? left.CompareTo(right) : Compare(left, other._integer);
        }

        return other._other is { } value ? -Compare(value, _integer) : _integer.CompareTo(other._integer);
    }

    /// <summary>As JSON, and as the query language writes it.</summary>
    public override string ToString() =>
        _other is { } other ? other.ToString("R", CultureInfo.InvariantCulture) : _integer.ToString(CultureInfo.InvariantCulture);

    /// <summary>The double lies between two integers, or beyond all of them.</summary>
    private static int Compare(double value, long integer) =>
        value >= AboveAllIntegers ? 1
        : value >= -AboveAllIntegers && (long)Math.Floor(value) >= integer ? 1
        : -1;
}
