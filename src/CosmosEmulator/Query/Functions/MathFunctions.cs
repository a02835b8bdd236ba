using System.Buffers.Binary;
using System.Security.Cryptography;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of numbers: anything else as an argument makes the answer undefined.</summary>
internal static class MathFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        CreateFunction("ABS", Math.Abs),
        CreateFunction("CEILING", Math.Ceiling),
        CreateFunction("EXP", Math.Exp),
        CreateFunction("FLOOR", Math.Floor),
        CreateFunction("LOG10", Math.Log10),
        CreateFunction("SQRT", Math.Sqrt),
        CreateFunction("SQUARE", value => value * value),
        CreateFunction("TRUNC", Math.Truncate),
        CreateFunction("LOG", Math.Log, (value, @base) => Math.Log(value) / Math.Log(@base)),
        new("PI", 0, 0, _ => CosmosValue.From(Math.PI)),

        // What is not a number has no sign.
        new("SIGN", 1, 1, arguments => double.IsNaN(arguments[0].Number)
            ? CosmosValue.Undefined
            : Apply(arguments, value => Math.Sign(value))),
        new("POWER", 2, 2, arguments => Apply(arguments, (value, power) => Math.Pow(value, power))),
        CreateFunction("ROUND", value => Math.Round(value, MidpointRounding.AwayFromZero), Round),
        CreateFunction("NUMBERBIN", Math.Floor, Bin),
        CreateFunction("ACOS", Math.Acos),
        CreateFunction("ASIN", Math.Asin),
        CreateFunction("ATAN", Math.Atan),
        new("ATN2", 2, 2, arguments => Apply(arguments, (y, x) => Math.Atan2(y, x))),
        CreateFunction("COS", Math.Cos),
        CreateFunction("COT", value => 1 / Math.Tan(value)),
        CreateFunction("DEGREES", double.RadiansToDegrees),
        CreateFunction("RADIANS", double.DegreesToRadians),
        CreateFunction("SIN", Math.Sin),
        CreateFunction("TAN", Math.Tan),
        new("RAND", 0, 0, (_, _) => CosmosValue.From(NextRandom()), IsDeterministic: false),
    ];

    // Digits may be negative: ROUND(1255, -2) is 1300.
    private static double? Round(double value, double digits)
    {
        if (!double.IsInteger(digits))
        {
            return null;
        }

        var unit = Math.Pow(10, Math.Abs(digits));
        if (digits < 0)
        {
            return double.IsInfinity(unit) ? 0 : Math.Round(value / unit, MidpointRounding.AwayFromZero) * unit;
        }

        // A number that cannot hold so many digits has none to round.
        var scaled = value * unit;
        return double.IsFinite(scaled) ? Math.Round(scaled, MidpointRounding.AwayFromZero) / unit : value;
    }

    // The multiple of the size at or below the value; for a negative size at or above it, as in the service.
    private static double? Bin(double value, double size) => size == 0 ? null : Math.Floor(value / size) * size;

    // From 0 up to but not including 1, in steps of 2^-53: all of them are doubles.
    private static double NextRandom() =>
        Math.ScaleB(BinaryPrimitives.ReadUInt64LittleEndian(RandomNumberGenerator.GetBytes(sizeof(ulong))) >> 11, -53);

    private static ScalarFunction CreateFunction(string name, Func<double, double> compute) =>
        new(name, 1, 1, arguments => Apply(arguments, compute));

    private static ScalarFunction CreateFunction(string name, Func<double, double> one, Func<double, double, double?> two) =>
        new(name, 1, 2, arguments => arguments.Length == 1 ? Apply(arguments, one) : Apply(arguments, two));

    private static CosmosValue Apply(CosmosValue[] arguments, Func<double, double> compute) =>
        arguments[0].Kind == CosmosValueKind.Number ? CosmosValue.From(compute(arguments[0].Number)) : CosmosValue.Undefined;

    private static CosmosValue Apply(CosmosValue[] arguments, Func<double, double, double?> compute) =>
        arguments[0].Kind == CosmosValueKind.Number && arguments[1].Kind == CosmosValueKind.Number
        && compute(arguments[0].Number, arguments[1].Number) is { } result
            ? CosmosValue.From(result)
            : CosmosValue.Undefined;
}
