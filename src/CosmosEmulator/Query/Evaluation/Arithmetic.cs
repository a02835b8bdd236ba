using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>The operators whose operands are both evaluated: no operand is ever converted to another type.</summary>
internal static class Arithmetic
{
    /// <summary>For every operator but = and ??, which have expressions of their own.</summary>
    public static BinaryOperator Find(SqlBinaryOperator kind) => kind switch
    {
        SqlBinaryOperator.NotEqual => static (in left, in right) => ThreeValuedLogic.Not(SqlComparison.Equal(left, right)),
        SqlBinaryOperator.Less => Ordered(static order => order < 0),
        SqlBinaryOperator.LessOrEqual => Ordered(static order => order <= 0),
        SqlBinaryOperator.Greater => Ordered(static order => order > 0),
        SqlBinaryOperator.GreaterOrEqual => Ordered(static order => order >= 0),
        SqlBinaryOperator.Add => Numeric(static (left, right) => left + right),
        SqlBinaryOperator.Subtract => Numeric(static (left, right) => left - right),
        SqlBinaryOperator.Multiply => Numeric(static (left, right) => left * right),
        SqlBinaryOperator.Divide => Numeric(static (left, right) => left / right),
        SqlBinaryOperator.Modulo => Numeric(static (left, right) => left % right),
        SqlBinaryOperator.Concatenate => Concatenate,
        SqlBinaryOperator.BitwiseAnd => Bitwise(static (left, right) => left & right),
        SqlBinaryOperator.BitwiseOr => Bitwise(static (left, right) => left | right),
        SqlBinaryOperator.BitwiseXor => Bitwise(static (left, right) => left ^ right),
        SqlBinaryOperator.ShiftLeft => Bitwise(static (value, count) => value << count),
        SqlBinaryOperator.ShiftRight => Bitwise(static (value, count) => value >> count),
        SqlBinaryOperator.ShiftRightZeroFill => Bitwise(static (value, count) => (uint)value >> count),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "The operator has an expression of its own."),
    };

    public static CosmosValue Negate(in CosmosValue value) =>
        value.Kind == CosmosValueKind.Number ? CosmosValue.From(value.ExactNumber.Negate()) : CosmosValue.Undefined;

    public static CosmosValue Plus(in CosmosValue value) => value.Kind == CosmosValueKind.Number ? value : CosmosValue.Undefined;

    public static CosmosValue BitwiseNot(in CosmosValue value) =>
        value.Kind == CosmosValueKind.Number ? CosmosValue.From(~ToInt32(value.Number)) : CosmosValue.Undefined;

    // What is not a number (0/0) has no place in the order of numbers, as with IEEE 754.
    private static BinaryOperator Ordered(Func<int, bool> holds) => (in left, in right) =>
        SqlComparison.Order(left, right) is { } order
            ? CosmosValue.From(holds(order) && !double.IsNaN(left.Number) && !double.IsNaN(right.Number))
            : CosmosValue.Undefined;

    private static BinaryOperator Numeric(Func<double, double, double> compute) => (in left, in right) =>
        left.Kind == CosmosValueKind.Number && right.Kind == CosmosValueKind.Number
            ? CosmosValue.From(compute(left.Number, right.Number))
            : CosmosValue.Undefined;

    private static BinaryOperator Bitwise(Func<int, int, long> compute) => (in left, in right) =>
        left.Kind == CosmosValueKind.Number && right.Kind == CosmosValueKind.Number
            ? CosmosValue.From(compute(ToInt32(left.Number), ToInt32(right.Number)))
            : CosmosValue.Undefined;

    // As in JavaScript, which the documentation names: the last 32 bits of the whole part, and 0 for what is not finite. Of a shift
    // count C# uses the last five bits, as JavaScript does.
    private static int ToInt32(double value) =>
        double.IsFinite(value) ? unchecked((int)(long)(Math.Truncate(value) % (1L << 32))) : 0;

    private static CosmosValue Concatenate(in CosmosValue left, in CosmosValue right)
    {
        if (left.Kind != CosmosValueKind.String || right.Kind != CosmosValueKind.String)
        {
            return CosmosValue.Undefined;
        }

        var (start, end) = (left.Text, right.Text);
        ResultLength.Check("||", (long)start.Length + end.Length);
        return CosmosValue.From(start + end);
    }
}
