using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>A FROM clause: a row for each combination of the values of its sources.</summary>
/// <param name="Sources">None if the document itself is the only source.</param>
/// <param name="OfContainer">The first source if it is a subquery of the container, as in FROM (SELECT … FROM c).</param>
/// <param name="Filter">Of a subquery that selects documents as they are, as (SELECT * FROM c WHERE …); null for none.</param>
internal sealed record BoundFrom(
    ImmutableArray<BoundSource> Sources, SubquerySource? OfContainer = null, BoundExpression? Filter = null)
{
    /// <summary>The rows for which a filter is true; all of them for null.</summary>
    /// <param name="row">Has the document, and what the queries around this one have.</param>
    /// <exception cref="OperationCanceledException">The execution of the row is canceled.</exception>
    public IEnumerable<Row> Rows(Row row, BoundExpression? filter)
    {
        var rows = Sources.IsEmpty ? [row] : Combine(row, 0);
        return filter is null ? rows : rows.Where(each => filter.Evaluate(each).IsTrue);
    }

    private IEnumerable<Row> Combine(Row row, int index)
    {
        foreach (var value in Sources[index].Read(row))
        {
            // Joins multiply: one document can have millions of rows, all of which the filter may leave out.
            row.CancellationToken.ThrowIfCancellationRequested();
            row[Sources[index].Place] = value;
            if (index == Sources.Length - 1)
            {
                yield return row;
                continue;
            }

            foreach (var combined in Combine(row, index + 1))
            {
                yield return combined;
            }
        }
    }
}

/// <summary>A source of a FROM clause.</summary>
/// <param name="place">Where its values are in a row.</param>
internal abstract class BoundSource(int place)
{
    public int Place => place;

    public abstract bool MayHaveManyValues { get; }

    /// <summary>Its values for what the sources before it have in the row.</summary>
    public abstract IEnumerable<CosmosValue> Read(Row row);
}

/// <summary>FROM c.a, or JOIN c.a: one value where there is one.</summary>
internal sealed class PathSource(int place, BoundExpression path) : BoundSource(place)
{
    public BoundExpression Path => path;

    public override bool MayHaveManyValues => false;

    public override IEnumerable<CosmosValue> Read(Row row)
    {
        var value = path.Evaluate(row);
        return value.IsDefined ? [value] : [];
    }
}

/// <summary>x IN c.a: each item of an array; nothing if it is no array.</summary>
internal sealed class ItemSource(int place, BoundExpression array) : BoundSource(place)
{
    public BoundExpression Array => array;

    public override bool MayHaveManyValues => true;

    public override IEnumerable<CosmosValue> Read(Row row) => array.Evaluate(row).Items();
}

/// <summary>FROM (SELECT …): each result of a subquery, or each item of each of them.</summary>
internal sealed class SubquerySource(int place, BoundQuery query, bool areItems) : BoundSource(place)
{
    public BoundQuery Query => query;

    public bool AreItems => areItems;

    public override bool MayHaveManyValues => areItems || query.MayHaveManyRows;

    public override IEnumerable<CosmosValue> Read(Row row) =>
        areItems ? query.Evaluate(row).SelectMany(result => result.Items()) : query.Evaluate(row);
}
