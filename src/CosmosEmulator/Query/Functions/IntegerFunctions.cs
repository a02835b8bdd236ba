using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>
/// Functions of 64-bit integers: exact, and with wrap-around. Any other argument, also a number with a fraction, makes the answer
/// undefined.
/// </summary>
internal static class IntegerFunctions
{
    // The documentation leaves open what a shift by less than 0 or more than 63 does: the last six bits of the count apply, as on
    // x64 [inferred].
    private const int ShiftMask = 63;

    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        CreateFunction("INTADD", (left, right) => unchecked(left + right)),
        CreateFunction("INTBITAND", (left, right) => left & right),
        CreateFunction("INTBITLEFTSHIFT", (value, count) => value << (int)(count & ShiftMask)),
        CreateFunction("INTBITOR", (left, right) => left | right),
        CreateFunction("INTBITRIGHTSHIFT", (value, count) => value >> (int)(count & ShiftMask)),
        CreateFunction("INTBITXOR", (left, right) => left ^ right),
        CreateFunction("INTDIV", Divide),
        CreateFunction("INTMOD", Modulo),
        CreateFunction("INTMUL", (left, right) => unchecked(left * right)),
        CreateFunction("INTSUB", (left, right) => unchecked(left - right)),
        new("INTBITNOT", 1, 1, arguments => Read(arguments[0]) is { } value ? CosmosValue.From(~value) : CosmosValue.Undefined),
    ];

    /// <summary>Null for a value that is no 64-bit integer.</summary>
    public static long? Read(CosmosValue value) =>
        value.Kind == CosmosValueKind.Number && value.ExactNumber.TryGetInt64(out var integer) ? integer : null;

    // The least integer divided by -1 is out of range: .NET throws, C++ wraps around.
    private static long? Divide(long left, long right) => right switch
    {
        0 => null,
        -1 => unchecked(-left),
        _ => left / right,
    };

    private static long? Modulo(long left, long right) => right switch
    {
        0 => null,
        -1 => 0,
        _ => left % right,
    };

    private static ScalarFunction CreateFunction(string name, Func<long, long, long?> compute) => new(name, 2, 2, arguments =>
        Read(arguments[0]) is { } left && Read(arguments[1]) is { } right && compute(left, right) is { } result
            ? CosmosValue.From(result)
            : CosmosValue.Undefined);
}
