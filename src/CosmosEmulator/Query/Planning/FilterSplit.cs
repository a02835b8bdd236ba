using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>A WHERE clause in two parts: what an index can answer, and the rest, which is null when nothing is left.</summary>
internal sealed record FilterSplit(EqualityFilter Equality, BoundExpression? Residual)
{
    /// <summary>The most properties that are looked up for one query: each may need an index.</summary>
    private const int MaxTerms = 16;

    private static readonly FilterSplit Nothing = new(new EqualityFilter([], IsWholeFilter: true, MatchesNothing: true), null);

    public static FilterSplit Of(BoundExpression? filter)
    {
        if (PossibleValues.Find(filter) is not { } possible)
        {
            return Nothing;
        }

        // The server's properties are in no index: they are added to a document when it is read.
        var looked = possible.Where(entry => !SystemProperties.IsName(entry.Key.Names[0])).Take(MaxTerms).ToList();
        var paths = looked.Select(entry => entry.Key).ToHashSet();
        ImmutableArray<BoundExpression> rest =
        [
            .. Conditions(filter).Where(condition => !IsAnsweredByTerms(condition, paths)).Select(TupleCondition.Simplify),
        ];
        ImmutableArray<EqualityTerm> terms = [.. looked.Select(entry => ToTerm(entry.Key, entry.Value))];
        return new FilterSplit(new EqualityFilter(terms, rest.IsEmpty, MatchesNothing: false), ToResidual(rest));
    }

    private static ImmutableArray<BoundExpression> Conditions(BoundExpression? filter) => filter switch
    {
        null => [],
        LogicalExpression { IsAnd: true } both => both.Operands,
        _ => [filter],
    };

    private static bool IsAnsweredByTerms(BoundExpression condition, HashSet<PropertyPath> paths) =>
        condition is ConstantExpression || (FixedValues.TryRead(condition, out var found) && paths.Contains(found.Path));

    private static EqualityTerm ToTerm(PropertyPath path, ImmutableArray<SqlValue> values) =>
        new(path, [.. values.Select(SqlJson.ToScalarElement)]);

    private static BoundExpression? ToResidual(ImmutableArray<BoundExpression> conditions) => conditions.Length switch
    {
        0 => null,
        1 => conditions[0],
        _ => new LogicalExpression(isAnd: true, conditions),
    };
}
