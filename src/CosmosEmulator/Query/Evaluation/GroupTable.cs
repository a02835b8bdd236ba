using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>The groups of the rows that were added, in the order in which they first occurred.</summary>
internal sealed class GroupTable
{
    private readonly Grouping _grouping;
    private readonly OrderedDictionary<CosmosValue[], Aggregate[]> _groups = new(ValuesComparer.Instance);

    public GroupTable(Grouping grouping)
    {
        _grouping = grouping;
        if (grouping.Keys.IsEmpty)
        {
            _groups.Add([], CreateAggregates());
        }
    }

    public void Add(Row row)
    {
        var keys = new CosmosValue[_grouping.Keys.Length];
        for (var index = 0; index < keys.Length; index++)
        {
            keys[index] = _grouping.Keys[index].Expression.Evaluate(row);
        }

        if (!_groups.TryGetValue(keys, out var aggregates))
        {
            aggregates = CreateAggregates();
            _groups.Add(Array.ConvertAll(keys, static key => key.Detach()), aggregates);
        }

        for (var index = 0; index < aggregates.Length; index++)
        {
            aggregates[index].Add(_grouping.Aggregates[index].Argument.Evaluate(row));
        }
    }

    /// <summary>Sets the values of each group in the row in turn.</summary>
    public IEnumerable<Row> Rows(Row row)
    {
        foreach (var (keys, aggregates) in _groups)
        {
            for (var index = 0; index < keys.Length; index++)
            {
                row[_grouping.Keys[index].Place] = keys[index];
            }

            for (var index = 0; index < aggregates.Length; index++)
            {
                row[_grouping.Aggregates[index].Place] = aggregates[index].Result;
            }

            yield return row;
        }
    }

    private Aggregate[] CreateAggregates() => [.. _grouping.Aggregates.Select(aggregate => aggregate.Function.Create())];
}
