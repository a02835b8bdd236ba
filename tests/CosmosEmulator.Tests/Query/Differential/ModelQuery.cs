using System.Collections.Immutable;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

internal enum ModelSelectKind
{
    Star,
    Value,
    List,
}

/// <param name="Alias">Null for a column with the name of its property.</param>
internal sealed record ModelColumn(ModelExpression Expression, string Name, string? Alias);

internal sealed record ModelSortKey(ModelExpression Expression, bool IsDescending);

/// <summary>A query as a tree, and its text in the query language.</summary>
/// <param name="From">Null for a subquery without FROM.</param>
internal sealed record ModelQuery(ModelSelectKind Kind, ImmutableArray<ModelColumn> Columns, ModelSource? From)
{
    public bool IsDistinct { get; init; }

    public int? Top { get; init; }

    public (int Offset, int Limit)? Window { get; init; }

    public ImmutableArray<ModelSource> Joins { get; init; } = [];

    public ModelExpression? Where { get; init; }

    public ImmutableArray<ModelExpression> GroupBy { get; init; } = [];

    public ImmutableArray<ModelSortKey> OrderBy { get; init; } = [];

    public bool IsGrouped => !GroupBy.IsEmpty || Columns.Any(column => column.Expression.HasAggregate);

    public int Offset => Window?.Offset ?? 0;

    /// <summary>The most rows after the offset; null for no limit.</summary>
    public int? Limit => Top ?? Window?.Limit;

    public static ModelQuery SelectValue(ModelExpression value, ModelSource? from) =>
        new(ModelSelectKind.Value, [new ModelColumn(value, "", null)], from);

    /// <summary>The results as those of a subquery, for a row of the query around it.</summary>
    public IEnumerable<ModelValue> Evaluate(ModelScope scope)
    {
        var scopes = ReadScopes(scope).ToList();
        var results = (IsGrouped ? ReadGroups(scopes) : scopes).Select(Project).Where(result => result.IsDefined);
        results = IsDistinct ? results.Distinct() : results;
        return Limit is { } limit ? results.Skip(Offset).Take(limit) : results;
    }

    /// <summary>The rows that the FROM clause makes, those that the filter is true for.</summary>
    public IEnumerable<ModelScope> ReadScopes(ModelScope scope)
    {
        IEnumerable<ModelScope> scopes = [scope];
        ImmutableArray<ModelSource> sources = From is null ? Joins : [From, .. Joins];
        foreach (var source in sources)
        {
            scopes = scopes.SelectMany(each => source.Read(each).Select(value => each.With(source.Alias, value)));
        }

        return scopes.Where(each => Where?.Evaluate(each).IsTrue != false);
    }

    /// <summary>The groups of rows. Without GROUP BY all rows are one, which exists without a row too.</summary>
    public IEnumerable<ModelScope> ReadGroups(IReadOnlyList<ModelScope> scopes)
    {
        if (GroupBy.IsEmpty)
        {
            return [ModelScope.ForGroup(ModelGroup.ForAll(scopes))];
        }

        return scopes
            .GroupBy(scope => ModelValue.FromItems(GroupBy.Select(key => key.Evaluate(scope))))
            .Select(rows => ModelScope.ForGroup(new ModelGroup(NameKeys(rows.Key.Items), [.. rows])));
    }

    /// <summary>The result of a row or a group.</summary>
    public ModelValue Project(ModelScope scope) => Kind switch
    {
        ModelSelectKind.Star => scope.Find(From!.Alias),
        ModelSelectKind.Value => Columns[0].Expression.Evaluate(scope),
        _ => ModelValue.FromMembers(Columns
            .Select(column => KeyValuePair.Create(column.Name, column.Expression.Evaluate(scope)))
            .Where(member => member.Value.IsWritable)),
    };

    public override string ToString()
    {
        var text = new StringBuilder("SELECT ").Append(IsDistinct ? "DISTINCT " : "");
        text.Append(Top is { } top ? $"TOP {top} " : "");
        text.Append(Kind switch { ModelSelectKind.Star => "*", ModelSelectKind.Value => "VALUE ", _ => "" });
        text.AppendJoin(", ", Columns.Select(Write));
        text.Append(From is null ? "" : $" FROM {From}").Append(string.Concat(Joins.Select(join => $" JOIN {join}")));
        text.Append(Where is null ? "" : $" WHERE {Where}");
        text.Append(GroupBy.IsEmpty ? "" : $" GROUP BY {string.Join(", ", GroupBy)}");
        text.Append(OrderBy.IsEmpty ? "" : $" ORDER BY {string.Join(", ", OrderBy.Select(Write))}");
        return text.Append(Window is { } window ? $" OFFSET {window.Offset} LIMIT {window.Limit}" : "").ToString();
    }

    private Dictionary<string, ModelValue> NameKeys(IReadOnlyList<ModelValue> values)
    {
        var keys = new Dictionary<string, ModelValue>();
        for (var index = 0; index < values.Count; index++)
        {
            keys[GroupBy[index].ToString()] = values[index];
        }

        return keys;
    }

    private static string Write(ModelColumn column) =>
        column.Alias is null ? $"{column.Expression}" : $"{column.Expression} AS {column.Alias}";

    private static string Write(ModelSortKey key) => key.IsDescending ? $"{key.Expression} DESC" : $"{key.Expression}";
}
