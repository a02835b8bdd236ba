using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>The ranges in which a filter demands single properties to be: comparisons of a property with a number or a string.</summary>
internal static class PossibleRanges
{
    /// <summary>One range for each property; null when no value is in one of them.</summary>
    public static IReadOnlyList<RangeLookup>? Find(IEnumerable<BoundExpression> conditions)
    {
        var ranges = new OrderedDictionary<PropertyPath, RangeLookup>();
        foreach (var condition in conditions)
        {
            if (!TryRead(condition, out var range))
            {
                continue;
            }

            if (!ranges.TryGetValue(range.Path, out var known))
            {
                ranges.Add(range.Path, range);
            }
            else if (known.Kind == range.Kind)
            {
                ranges[range.Path] = known with { Min = Higher(known.Min, range.Min), Max = Lower(known.Max, range.Max) };
            }
            else
            {
                // No value is a number and a string.
                return null;
            }
        }

        return [.. ranges.Values];
    }

    /// <summary>Reads a condition such as c.n &gt;= 5, or 5 &lt;= c.n.</summary>
    public static bool TryRead(BoundExpression condition, [NotNullWhen(true)] out RangeLookup? range)
    {
        range = condition is OrderExpression order
            ? Read(order.Operator, order.Left, order.Right) ?? Read(Flip(order.Operator), order.Right, order.Left)
            : null;
        return range is not null;
    }

    private static RangeLookup? Read(SqlBinaryOperator kind, BoundExpression property, BoundExpression bound)
    {
        if (!FixedValues.TryReadPath(property, out var path)
            || bound is not ConstantExpression { Value: { Kind: CosmosValueKind.Number or CosmosValueKind.String, IsWritable: true } value })
        {
            return null;
        }

        var scalar = value.Detach();
        return kind switch
        {
            SqlBinaryOperator.Less => new(path, scalar.Kind, null, new(scalar, IsIncluded: false)),
            SqlBinaryOperator.LessOrEqual => new(path, scalar.Kind, null, new(scalar, IsIncluded: true)),
            SqlBinaryOperator.Greater => new(path, scalar.Kind, new(scalar, IsIncluded: false), null),
            _ => new(path, scalar.Kind, new(scalar, IsIncluded: true), null),
        };
    }

    private static SqlBinaryOperator Flip(SqlBinaryOperator kind) => kind switch
    {
        SqlBinaryOperator.Less => SqlBinaryOperator.Greater,
        SqlBinaryOperator.LessOrEqual => SqlBinaryOperator.GreaterOrEqual,
        SqlBinaryOperator.Greater => SqlBinaryOperator.Less,
        _ => SqlBinaryOperator.LessOrEqual,
    };

    private static RangeBound? Higher(RangeBound? one, RangeBound? other) => Stricter(one, other, higher: true);

    private static RangeBound? Lower(RangeBound? one, RangeBound? other) => Stricter(one, other, higher: false);

    private static RangeBound? Stricter(RangeBound? one, RangeBound? other, bool higher)
    {
        if (one is not { } first || other is not { } second)
        {
            return one ?? other;
        }

        var order = SqlComparison.Order(first.Value, second.Value)!.Value;
        return order == 0 ? new(first.Value, first.IsIncluded && second.IsIncluded) : order > 0 == higher ? first : second;
    }
}
