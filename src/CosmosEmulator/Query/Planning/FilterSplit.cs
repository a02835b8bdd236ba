using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>A WHERE clause in two parts: what an index can answer, and the rest, which is null when nothing is left.</summary>
internal sealed record FilterSplit(EqualityFilter Equality, BoundExpression? Residual)
{
    private static readonly FilterSplit Nothing = new(new EqualityFilter([], IsWholeFilter: true, MatchesNothing: true), null);

    public static FilterSplit Of(BoundExpression? filter)
    {
        var terms = new OrderedDictionary<PropertyPath, ImmutableArray<SqlValue>>();
        var rest = ImmutableArray.CreateBuilder<BoundExpression>();
        foreach (var condition in Conditions(filter))
        {
            if (condition is ConstantExpression { Value.IsTrue: true })
            {
                continue;
            }

            if (condition is ConstantExpression)
            {
                return Nothing;
            }

            if (!FixedValues.TryRead(condition, out var found))
            {
                rest.Add(condition);
                continue;
            }

            var values = terms.TryGetValue(found.Path, out var known) ? ValueSet.Intersect(known, found.Values) : found.Values;
            if (values.IsEmpty)
            {
                return Nothing;
            }

            terms[found.Path] = values;
        }

        return new FilterSplit(ToFilter(terms, rest.Count == 0), ToResidual(rest.ToImmutable()));
    }

    private static ImmutableArray<BoundExpression> Conditions(BoundExpression? filter) => filter switch
    {
        null => [],
        LogicalExpression { IsAnd: true } both => both.Operands,
        _ => [filter],
    };

    private static EqualityFilter ToFilter(OrderedDictionary<PropertyPath, ImmutableArray<SqlValue>> terms, bool isWhole) => new(
        [.. terms.Select(term => new EqualityTerm(term.Key, [.. term.Value.Select(SqlJson.ToScalarElement)]))],
        isWhole,
        MatchesNothing: false);

    private static BoundExpression? ToResidual(ImmutableArray<BoundExpression> conditions) => conditions.Length switch
    {
        0 => null,
        1 => conditions[0],
        _ => new LogicalExpression(isAnd: true, conditions),
    };
}
