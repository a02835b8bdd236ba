using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// A filter of the form "(a = 1 AND b = 'x') OR (a = 2 AND b = 'y') …", as ReadMany writes it for thousands of items. One lookup
/// decides it, instead of a comparison with each branch.
/// </summary>
internal sealed class TupleCondition : BoundExpression
{
    private const int MinBranches = 8;

    private readonly IReadOnlyList<PropertyPath> _paths;
    private readonly HashSet<CosmosValue[]> _tuples = new(ValuesComparer.Instance);

    private TupleCondition(IReadOnlyList<PropertyPath> paths) => _paths = paths;

    /// <summary>The condition itself, or one with the same documents that is decided faster.</summary>
    public static BoundExpression Simplify(BoundExpression condition) =>
        condition is LogicalExpression { IsAnd: false, Operands.Length: >= MinBranches } either && TryRead(either, out var tuples)
            ? tuples
            : condition;

    public override CosmosValue Evaluate(Row row)
    {
        var values = new CosmosValue[_paths.Count];
        for (var index = 0; index < values.Length; index++)
        {
            var value = row[Row.Document];
            foreach (var name in _paths[index].Names)
            {
                value = value.Member(name);
            }

            values[index] = value;
        }

        return CosmosValue.From(Array.TrueForAll(values, static value => value.IsScalar) && _tuples.Contains(values));
    }

    private static bool TryRead(LogicalExpression either, [NotNullWhen(true)] out TupleCondition? tuples)
    {
        tuples = null;
        foreach (var branch in either.Operands)
        {
            if (ReadBranch(branch) is not { } values)
            {
                return false;
            }

            tuples ??= new TupleCondition([.. values.Keys]);
            if (values.Count != tuples._paths.Count || !tuples._paths.All(values.ContainsKey))
            {
                return false;
            }

            tuples._tuples.Add([.. tuples._paths.Select(path => values[path])]);
        }

        return tuples is not null;
    }

    /// <summary>The value of each property; null if the branch demands anything else.</summary>
    private static Dictionary<PropertyPath, CosmosValue>? ReadBranch(BoundExpression branch)
    {
        var values = new Dictionary<PropertyPath, CosmosValue>();
        foreach (var condition in branch is LogicalExpression { IsAnd: true } both ? both.Operands : [branch])
        {
            if (!FixedValues.TryRead(condition, out var one) || one.Values.Length != 1 || !values.TryAdd(one.Path, one.Values[0]))
            {
                return null;
            }
        }

        return values;
    }
}
