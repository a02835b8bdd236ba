using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>Which partition keys a filter leaves possible.</summary>
internal static class PartitionKeyFilter
{
    /// <summary>
    /// The possible values, or null when any is: a hash keeps no order, so only =, IN and their AND and OR narrow.
    /// </summary>
    public static ImmutableArray<SqlValue>? Find(BoundExpression? filter, PropertyPath partitionKey)
    {
        switch (filter)
        {
            case ConstantExpression { Value.IsTrue: false }:
                return [];
            case LogicalExpression { IsAnd: true } both:
                return FindInAll(both.Operands, partitionKey);
            case LogicalExpression either:
                return FindInAny(either.Operands, partitionKey);
            case not null when FixedValues.TryRead(filter, out var found) && found.Path.Equals(partitionKey):
                return found.Values;
            default:
                return null;
        }
    }

    private static ImmutableArray<SqlValue>? FindInAll(ImmutableArray<BoundExpression> conditions, PropertyPath partitionKey)
    {
        ImmutableArray<SqlValue>? possible = null;
        foreach (var condition in conditions)
        {
            if (Find(condition, partitionKey) is { } values)
            {
                possible = possible is { } known ? ValueSet.Intersect(known, values) : values;
            }
        }

        return possible;
    }

    private static ImmutableArray<SqlValue>? FindInAny(ImmutableArray<BoundExpression> conditions, PropertyPath partitionKey)
    {
        var possible = new List<SqlValue>();
        foreach (var condition in conditions)
        {
            if (Find(condition, partitionKey) is not { } values)
            {
                return null;
            }

            possible.AddRange(values);
        }

        return ValueSet.Distinct(possible);
    }
}
