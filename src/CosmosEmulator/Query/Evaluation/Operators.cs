using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>An operator over two values, of which either may be undefined.</summary>
internal delegate CosmosValue BinaryOperator(in CosmosValue left, in CosmosValue right);

/// <summary>An operator over one value, which may be undefined.</summary>
internal delegate CosmosValue UnaryOperator(in CosmosValue value);

internal sealed class BinaryExpression(BinaryOperator apply, BoundExpression left, BoundExpression right) : BoundExpression
{
    public override CosmosValue Evaluate(Row row) => apply(left.Evaluate(row), right.Evaluate(row));
}

internal sealed class UnaryExpression(UnaryOperator apply, BoundExpression operand) : BoundExpression
{
    public override CosmosValue Evaluate(Row row) => apply(operand.Evaluate(row));
}

/// <summary>Equality, apart from the other comparisons because filters look for it.</summary>
internal sealed class EqualExpression(BoundExpression left, BoundExpression right) : BoundExpression
{
    public BoundExpression Left => left;

    public BoundExpression Right => right;

    public override CosmosValue Evaluate(Row row) => SqlComparison.Equal(left.Evaluate(row), right.Evaluate(row));
}

/// <summary>One of the comparisons by order, apart from other operators because filters look for it.</summary>
internal sealed class OrderExpression(SqlBinaryOperator kind, BoundExpression left, BoundExpression right) : BoundExpression
{
    private readonly BinaryOperator _apply = Arithmetic.Find(kind);

    public SqlBinaryOperator Operator => kind;

    public BoundExpression Left => left;

    public BoundExpression Right => right;

    public override CosmosValue Evaluate(Row row) => _apply(left.Evaluate(row), right.Evaluate(row));
}

/// <summary>Whether the operand equals one of the choices; an undefined choice is none.</summary>
internal sealed class InExpression(BoundExpression operand, ImmutableArray<BoundExpression> choices) : BoundExpression
{
    // Null if a choice depends on the document, or is an array or an object.
    private readonly HashSet<CosmosValue>? _scalars =
        choices.All(choice => choice is ConstantExpression { Value: var value } && (value.IsScalar || !value.IsDefined))
            ? choices.Select(choice => ((ConstantExpression)choice).Value).Where(value => value.IsDefined)
                .ToHashSet()
            : null;

    public BoundExpression Operand => operand;

    public ImmutableArray<BoundExpression> Choices => choices;

    public override CosmosValue Evaluate(Row row)
    {
        var value = operand.Evaluate(row);
        if (!value.IsDefined)
        {
            return CosmosValue.Undefined;
        }

        if (_scalars is not null)
        {
            return CosmosValue.From(value.IsScalar && _scalars.Contains(value));
        }

        foreach (var choice in choices)
        {
            if (value == choice.Evaluate(row))
            {
                return CosmosValue.True;
            }
        }

        return CosmosValue.False;
    }
}

internal sealed class LogicalExpression(bool isAnd, ImmutableArray<BoundExpression> operands) : BoundExpression
{
    public bool IsAnd => isAnd;

    public ImmutableArray<BoundExpression> Operands => operands;

    /// <summary>Both conditions; null is no condition.</summary>
    public static BoundExpression? And(BoundExpression? first, BoundExpression? second) =>
        first is null || second is null ? first ?? second : new LogicalExpression(isAnd: true, [first, second]);

    public override CosmosValue Evaluate(Row row)
    {
        var answer = CosmosValue.From(isAnd);
        foreach (var operand in operands)
        {
            var value = operand.Evaluate(row);
            answer = isAnd ? ThreeValuedLogic.And(answer, value) : ThreeValuedLogic.Or(answer, value);
            if (isAnd ? answer.IsFalse : answer.IsTrue)
            {
                break;
            }
        }

        return answer;
    }
}

internal sealed class NotExpression(BoundExpression operand) : BoundExpression
{
    public override CosmosValue Evaluate(Row row) => ThreeValuedLogic.Not(operand.Evaluate(row));
}

/// <summary>The left value, or the right one when the left is undefined; null counts as a value.</summary>
internal sealed class CoalesceExpression(BoundExpression left, BoundExpression right) : BoundExpression
{
    public override CosmosValue Evaluate(Row row)
    {
        var value = left.Evaluate(row);
        return value.IsDefined ? value : right.Evaluate(row);
    }
}

internal sealed class ConditionalExpression(BoundExpression condition, BoundExpression whenTrue, BoundExpression otherwise)
    : BoundExpression
{
    public override CosmosValue Evaluate(Row row) =>
        condition.Evaluate(row).IsTrue ? whenTrue.Evaluate(row) : otherwise.Evaluate(row);
}
