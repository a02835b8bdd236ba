using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>Which rows may change places.</summary>
internal enum ModelTies
{
    /// <summary>None: those of one partition have an order, also where the keys of ORDER BY are equal.</summary>
    None,

    /// <summary>Those with equal keys, because they may be of several partitions; all rows without ORDER BY.</summary>
    EqualKeys,

    /// <summary>All of them.</summary>
    All,
}

/// <summary>A row of a result.</summary>
/// <param name="Keys">Of ORDER BY.</param>
/// <param name="Document">The place of its document in RID order.</param>
internal sealed record ModelRow(ModelValue Value, ImmutableArray<ModelValue> Keys, int Document);

/// <summary>The rows of a query over documents, in their order, before OFFSET, LIMIT and TOP.</summary>
internal sealed record ModelResult(ModelQuery Query, IReadOnlyList<ModelRow> Rows)
{
    /// <summary>The number of rows with OFFSET, LIMIT and TOP.</summary>
    public int Count => Math.Min(Query.Limit ?? int.MaxValue, Math.Max(0, Rows.Count - Query.Offset));

    /// <summary>
    /// Whether several rows have an array, or an object, as the same key. A client that merges partitions orders them by a hash.
    /// </summary>
    public bool HasKeysWithoutOrder => Query.OrderBy.Select((_, key) => Rows.Select(row => row.Keys[key].Kind).ToList())
        .Any(kinds => kinds.Count(kind => kind == ModelKind.Array) > 1 || kinds.Count(kind => kind == ModelKind.Object) > 1);

    /// <param name="documents">In RID order.</param>
    public static ModelResult Create(ModelQuery query, IReadOnlyList<ModelValue> documents)
    {
        var scopes = documents.Index()
            .SelectMany(each => query.ReadScopes(ModelScope.ForDocument(each.Item))
                .Select(scope => (Scope: scope, Document: each.Index)))
            .ToList();
        var rows = query.IsGrouped
            ? query.ReadGroups(scopes.ConvertAll(each => each.Scope)).Select(group => new ModelRow(query.Project(group), [], 0))
            : scopes.Select(each => new ModelRow(
                query.Project(each.Scope), [.. query.OrderBy.Select(key => key.Expression.Evaluate(each.Scope))], each.Document));
        rows = rows.Where(row => row.Value.IsWritable);

        // The rows of a document keep their order: the sort is stable.
        rows = query.OrderBy.IsEmpty ? rows : rows.Order(Comparer<ModelRow>.Create((left, right) => Compare(query, left, right)));
        return new ModelResult(query, [.. query.IsDistinct ? rows.DistinctBy(row => row.Value) : rows]);
    }

    /// <summary>What is wrong with the rows of the product; null if they are those of the model.</summary>
    public string? FindDifference(IReadOnlyList<ModelValue> actual, ModelTies ties)
    {
        if (actual.Count != Count)
        {
            return $"{actual.Count} rows instead of {Count}";
        }

        var runs = FindRuns(Query.IsGrouped ? ModelTies.All : ties);
        var open = Rows.Index().GroupBy(each => runs[each.Index], each => each.Item.Value)
            .Select(run => run.GroupBy(value => value).ToDictionary(equal => equal.Key, equal => equal.Count()))
            .ToList();
        for (var place = 0; place < actual.Count; place++)
        {
            var run = open[runs[Query.Offset + place]];
            if (!run.TryGetValue(actual[place], out var count) || count == 0)
            {
                return $"row {place} is {actual[place]}, and not {Rows[Query.Offset + place].Value}";
            }

            run[actual[place]] = count - 1;
        }

        return null;
    }

    /// <summary>The number of the run of each row: the rows of a run may change places.</summary>
    private int[] FindRuns(ModelTies ties)
    {
        var runs = new int[Rows.Count];
        for (var place = 1; place < runs.Length; place++)
        {
            var isTied = ties == ModelTies.All
                || (ties == ModelTies.EqualKeys && CompareKeys(Query, Rows[place - 1], Rows[place]) == 0);
            runs[place] = runs[place - 1] + (isTied ? 0 : 1);
        }

        return runs;
    }

    /// <summary>Rows with equal keys are in RID order; if the first key is descending, in the opposite order.</summary>
    private static int Compare(ModelQuery query, ModelRow left, ModelRow right)
    {
        var order = CompareKeys(query, left, right);
        return order != 0 ? order
            : query.OrderBy[0].IsDescending ? right.Document.CompareTo(left.Document)
            : left.Document.CompareTo(right.Document);
    }

    private static int CompareKeys(ModelQuery query, ModelRow left, ModelRow right)
    {
        for (var key = 0; key < query.OrderBy.Length; key++)
        {
            var order = ModelOrder.Compare(left.Keys[key], right.Keys[key]);
            if (order != 0)
            {
                return query.OrderBy[key].IsDescending ? -order : order;
            }
        }

        return 0;
    }
}
