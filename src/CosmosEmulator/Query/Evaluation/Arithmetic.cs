using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>The operators whose operands are both evaluated: no operand is ever converted to another type.</summary>
internal static class Arithmetic
{
    public static BinaryOperator? Find(SqlBinaryOperator kind) => kind switch
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
        _ => null,
    };

    public static SqlValue Negate(in SqlValue value) =>
        value.Kind == SqlValueKind.Number ? SqlValue.From(value.ExactNumber.Negate()) : SqlValue.Undefined;

    public static SqlValue Plus(in SqlValue value) => value.Kind == SqlValueKind.Number ? value : SqlValue.Undefined;

    private static BinaryOperator Ordered(Func<int, bool> holds) => (in left, in right) =>
        SqlComparison.Order(left, right) is { } order ? SqlValue.From(holds(order)) : SqlValue.Undefined;

    private static BinaryOperator Numeric(Func<double, double, double> compute) => (in left, in right) =>
        left.Kind == SqlValueKind.Number && right.Kind == SqlValueKind.Number
            ? SqlValue.From(compute(left.Number, right.Number))
            : SqlValue.Undefined;

    private static SqlValue Concatenate(in SqlValue left, in SqlValue right) =>
        left.Kind == SqlValueKind.String && right.Kind == SqlValueKind.String
            ? SqlValue.From(left.Text + right.Text)
            : SqlValue.Undefined;
}
