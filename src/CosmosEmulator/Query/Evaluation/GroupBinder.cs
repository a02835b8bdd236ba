using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Collects the keys and the aggregates of a query, and gives each a place in the row.</summary>
internal sealed class GroupBinder
{
    private readonly Names _names;
    private readonly Binder _rows;
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private readonly ImmutableArray<GroupAggregate>.Builder _aggregates = ImmutableArray.CreateBuilder<GroupAggregate>();
    private readonly ImmutableArray<GroupKey> _keys;

    /// <param name="rows">Binds expressions for single rows.</param>
    public GroupBinder(ImmutableArray<SqlExpression> keys, Names names, Binder rows)
    {
        (_names, _rows) = (names, rows);
        _keys = [.. keys.Select(AddKey)];
    }

    /// <summary>The place of an expression that is a key; null for another.</summary>
    public int? FindKey(SqlExpression expression) =>
        !_keys.IsEmpty && _places.TryGetValue(SqlText.Write(expression), out var place) ? place : null;

    /// <returns>The place of its value.</returns>
    public int AddAggregate(AggregateFunction function, SqlCall call)
    {
        if (call.Arguments.Length != 1)
        {
            throw new SqlSemanticException(
                SqlErrorCodes.ArgumentCount, $"The {function.Name} function requires 1 argument(s).", call.Location);
        }

        if (SqlAggregates.AreIn(call.Arguments[0]))
        {
            throw new SqlSemanticException(
                SqlErrorCodes.NestedAggregate,
                "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.",
                call.Location);
        }

        var place = _names.AddPlace();
        _aggregates.Add(new GroupAggregate(function, _rows.Bind(call.Arguments[0]), place));
        return place;
    }

    /// <summary>All that was collected.</summary>
    public Grouping ToGrouping() => new(_keys, _aggregates.ToImmutable());

    private GroupKey AddKey(SqlExpression key)
    {
        var place = _names.AddPlace();
        _places.TryAdd(SqlText.Write(key), place);
        return new GroupKey(_rows.Bind(key), place);
    }
}
