using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>A WHERE clause in two parts: what an index can answer, and the rest, which is null when nothing is left.</summary>
internal sealed record FilterSplit(IndexFilter Indexed, BoundExpression? Residual)
{
    /// <summary>The most properties that are looked up for one query: each may need an index.</summary>
    private const int MaxLookups = 16;

    private static readonly FilterSplit Nothing = new(new IndexFilter([], MatchesNothing: true), null);

    public static FilterSplit FromFilter(BoundExpression? filter)
    {
        var conditions = new List<BoundExpression>();
        Flatten(filter, conditions);
        if (PossibleValues.Find(filter) is not { } possible || PossibleRanges.Find(conditions) is not { } ranges)
        {
            return Nothing;
        }

        // The server's properties are in no index: they are added to a document when it is read.
        IndexLookup[] lookups =
        [
            .. possible.Select(entry => new ValueLookup(entry.Key, [.. entry.Value.Select(value => value.Detach())]))
                .Concat<IndexLookup>(ranges.Where(range => !possible.ContainsKey(range.Path)))
                .Where(lookup => !SystemProperties.IsName(lookup.Path.Names[0]))
                .Take(MaxLookups),
        ];
        ImmutableArray<BoundExpression> rest =
        [
            .. conditions.Where(condition => !IsAnswered(condition, lookups)).Select(TupleCondition.Simplify),
        ];
        return new FilterSplit(new IndexFilter([.. lookups], MatchesNothing: false), ToResidual(rest));
    }

    private static void Flatten(BoundExpression? filter, List<BoundExpression> conditions)
    {
        if (filter is LogicalExpression { IsAnd: true } both)
        {
            foreach (var operand in both.Operands)
            {
                Flatten(operand, conditions);
            }
        }
        else if (filter is not null)
        {
            conditions.Add(filter);
        }
    }

    private static bool IsAnswered(BoundExpression condition, IndexLookup[] lookups) =>
        condition is ConstantExpression
        || (FixedValues.TryRead(condition, out var values) && Array.Exists(lookups, lookup => lookup is ValueLookup && lookup.Path.Equals(values.Path)))
        || (PossibleRanges.TryRead(condition, out var range) && Array.Exists(lookups, lookup => lookup is RangeLookup && lookup.Path.Equals(range.Path)));

    private static BoundExpression? ToResidual(ImmutableArray<BoundExpression> conditions) => conditions.Length switch
    {
        0 => null,
        1 => conditions[0],
        _ => new LogicalExpression(isAnd: true, conditions),
    };
}
