using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

internal delegate SqlValue UnaryOperator(in SqlValue value);

internal sealed class SignExpression(UnaryOperator apply, BoundExpression operand) : BoundExpression
{
    public override SqlValue Evaluate(in Row row) => apply(operand.Evaluate(row));
}

/// <summary>[a, b]: what JSON cannot write is left out.</summary>
internal sealed class ArrayExpression(ImmutableArray<BoundExpression> items) : BoundExpression
{
    public override SqlValue Evaluate(in Row row)
    {
        var values = new List<SqlValue>(items.Length);
        foreach (var item in items)
        {
            var value = item.Evaluate(row);
            if (value.IsWritable)
            {
                values.Add(value);
            }
        }

        return SqlValue.From(values);
    }
}

/// <summary>{"a": x}: what JSON cannot write is left out.</summary>
internal sealed class ObjectExpression(ImmutableArray<ObjectMember> members) : BoundExpression
{
    public override SqlValue Evaluate(in Row row)
    {
        var values = new OrderedDictionary<string, SqlValue>(members.Length);
        foreach (var (name, member) in members)
        {
            var value = member.Evaluate(row);
            if (value.IsWritable)
            {
                values.Add(name, value);
            }
        }

        return SqlValue.From(values);
    }
}
