using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// What a filter demands of single properties: wherever it is true, each property found here has one of the values given.
/// The filter may demand more. ReadMany's "(id = 'a' AND pk = 1) OR (id = 'b' AND pk = 2)" leaves two ids and two keys.
/// </summary>
internal static class PossibleValues
{
    /// <summary>The properties that the filter fixes; null when it can never be true.</summary>
    public static OrderedDictionary<PropertyPath, ImmutableArray<CosmosValue>>? Find(BoundExpression? filter)
    {
        if (filter is not null && FixedValues.TryRead(filter, out var found))
        {
            return found.Values.IsEmpty ? null : new() { [found.Path] = found.Values };
        }

        return filter switch
        {
            ConstantExpression { Value.IsTrue: false } => null,
            LogicalExpression { IsAnd: true } both => FindInAll(both.Operands),
            LogicalExpression either => FindInAny(either.Operands),
            _ => [],
        };
    }

    private static OrderedDictionary<PropertyPath, ImmutableArray<CosmosValue>>? FindInAll(
        ImmutableArray<BoundExpression> conditions)
    {
        var all = new OrderedDictionary<PropertyPath, ImmutableArray<CosmosValue>>();
        foreach (var condition in conditions)
        {
            if (Find(condition) is not { } one)
            {
                return null;
            }

            foreach (var (path, values) in one)
            {
                all[path] = all.TryGetValue(path, out var known) ? [.. known.Intersect(values)] : values;
            }
        }

        return all.Values.Any(values => values.IsEmpty) ? null : all;
    }

    private static OrderedDictionary<PropertyPath, ImmutableArray<CosmosValue>>? FindInAny(
        ImmutableArray<BoundExpression> conditions)
    {
        var branches = conditions.Select(Find).OfType<OrderedDictionary<PropertyPath, ImmutableArray<CosmosValue>>>().ToList();
        if (branches.Count == 0)
        {
            return null;
        }

        var any = new OrderedDictionary<PropertyPath, ImmutableArray<CosmosValue>>();
        foreach (var path in branches[0].Keys.Where(path => branches.TrueForAll(branch => branch.ContainsKey(path))))
        {
            any[path] = [.. branches.SelectMany(branch => branch[path]).Distinct()];
        }

        return any;
    }
}
