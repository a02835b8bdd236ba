using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Aggregates;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>An expression of GROUP BY.</summary>
/// <param name="Place">Where the value of a group is in the row.</param>
internal readonly record struct GroupKey(BoundExpression Expression, int Place);

/// <summary>An aggregate of a query.</summary>
/// <param name="Place">Where the value of a group is in the row.</param>
internal readonly record struct GroupAggregate(AggregateFunction Function, BoundExpression Argument, int Place);

/// <summary>What makes groups of rows. Without keys all rows are one group, which exists without a row too.</summary>
internal sealed record Grouping(ImmutableArray<GroupKey> Keys, ImmutableArray<GroupAggregate> Aggregates)
{
    public GroupTable CreateTable() => new(this);

    /// <summary>The groups of rows as rows: each is <paramref name="row"/> with the values of the next group.</summary>
    public IEnumerable<Row> Group(IEnumerable<Row> rows, Row row)
    {
        var groups = CreateTable();
        foreach (var each in rows)
        {
            groups.Add(each);
        }

        return groups.Rows(row);
    }
}
