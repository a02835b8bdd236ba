using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Random queries that the product serves. Those whose answers a client merges have no clauses for which the client needs more
/// than it gets: ORDER BY without the documents in FROM, calculations with aggregates, DISTINCT of groups, or limits of groups
/// with one value.
/// </summary>
internal sealed class QueryGenerator(Random random, ModelPool pool)
{
    private readonly ExpressionGenerator _expressions = new(random, pool);

    public ModelQuery Next()
    {
        var query = NextSources();
        return random.Next(5) == 0 ? AddGroups(query) : AddLimits(AddOrder(AddColumns(query)));
    }

    /// <summary>
    /// A query whose rows are independent of each other. Each row is an array that starts with the id of its document.
    /// </summary>
    public ModelQuery NextWithIds()
    {
        _expressions.Clear();
        _expressions.Add(ModelVariable.ForDocument(ModelContainerSource.Container));
        var query = new ModelQuery(ModelSelectKind.Value, [], new ModelContainerSource());
        query = random.Next(3) == 0 ? AddItems(query) : query;
        var id = ModelVariable.ForDocument(ModelContainerSource.Container).Read([ModelOperators.Member("id")]);
        var row = ExpressionGenerator.Apply(ModelOperators.Array, id, _expressions.Value(1));
        return AddOrder(query with { Where = NextFilter(), Columns = [new ModelColumn(row, "", null)] });
    }

    /// <summary>FROM, JOIN and WHERE.</summary>
    private ModelQuery NextSources()
    {
        _expressions.Clear();
        _expressions.Add(ModelVariable.ForDocument(ModelContainerSource.Container));
        var query = new ModelQuery(ModelSelectKind.Value, [], new ModelContainerSource());
        query = random.Next(12) switch
        {
            0 => AddRootItems(query),
            1 => AddRootSubquery(query),
            2 => AddSubquery(query),
            < 5 => AddItems(query),
            5 => AddItems(AddItems(query)),
            _ => query,
        };
        return query with { Where = NextFilter() };
    }

    private ModelExpression? NextFilter() => random.Next(12) switch
    {
        < 4 => null,
        4 => _expressions.Pairs(),
        < 7 => _expressions.Conditions(),
        7 => _expressions.Choices(),
        8 => _expressions.Condition(),
        _ => _expressions.Boolean(3),
    };

    /// <summary>JOIN x IN c.a</summary>
    private ModelQuery AddItems(ModelQuery query)
    {
        var source = new ModelItemSource(_expressions.NextName('x'), _expressions.ArrayPath());
        _expressions.Add(ModelVariable.ForItem(source.Alias));
        return query with { Joins = query.Joins.Add(source) };
    }

    /// <summary>JOIN (SELECT ...) AS x, or JOIN x IN (SELECT ...)</summary>
    private ModelQuery AddSubquery(ModelQuery query)
    {
        var inner = new ModelItemSource(_expressions.NextName('x'), _expressions.ArrayPath());
        var item = ModelVariable.ForItem(inner.Alias);
        var value = item.Read(random.Next(2) == 0 ? [] : [ModelOperators.Member("v")]);
        var filter = random.Next(2) == 0 ? _expressions.BooleanWith(item) : null;
        var subquery = random.Next(3) switch
        {
            0 => ModelQuery.SelectValue(_expressions.ArrayPath(), null),
            1 => ModelQuery.SelectValue(new ModelAggregate(random.Next(2) == 0 ? "MAX" : "COUNT", value), inner) with
            {
                Where = filter,
            },
            _ => ModelQuery.SelectValue(value, inner) with
            {
                Where = filter,
                IsDistinct = random.Next(2) == 0,
            },
        };
        var source = new ModelSubquerySource(_expressions.NextName('s'), subquery, AreItems: random.Next(2) == 0);
        var variable = ModelVariable.ForItem(source.Alias);
        _expressions.Add(subquery.IsGrouped ? variable with { SortPaths = [] } : variable);
        return query with { Joins = query.Joins.Add(source) };
    }

    /// <summary>FROM x IN c.a, where c is the container and no name for expressions.</summary>
    private ModelQuery AddRootItems(ModelQuery query)
    {
        var source = new ModelItemSource(_expressions.NextName('x'), _expressions.ArrayPath());
        _expressions.Clear();
        _expressions.Add(ModelVariable.ForItem(source.Alias));
        return query with { From = source };
    }

    /// <summary>FROM (SELECT ... FROM c) AS x</summary>
    private ModelQuery AddRootSubquery(ModelQuery query)
    {
        var inner = AddColumns(query with { Where = NextFilter() }, ModelSelectKind.List) with { IsDistinct = false };
        var source = new ModelSubquerySource(_expressions.NextName('s'), inner, AreItems: false);
        _expressions.Clear();
        _expressions.Add(ModelVariable.ForColumns(source.Alias, inner.Columns));
        return query with { From = source };
    }

    private ModelQuery AddColumns(ModelQuery query) => AddColumns(query, random.Next(8) switch
    {
        < 2 when query.Joins.IsEmpty => ModelSelectKind.Star,
        < 5 => ModelSelectKind.Value,
        _ => ModelSelectKind.List,
    });

    private ModelQuery AddColumns(ModelQuery query, ModelSelectKind kind) => query with
    {
        Kind = kind,
        IsDistinct = random.Next(7) == 0,
        Columns = kind switch
        {
            ModelSelectKind.Star => [],
            ModelSelectKind.Value => [new ModelColumn(random.Next(40) == 0 ? NextUnwritable() : _expressions.Value(3), "", null)],
            _ => [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => NextColumn(_expressions.Value(2)))],
        },
    };

    private ModelColumn NextColumn(ModelExpression expression)
    {
        var name = _expressions.NextName('v');
        return new ModelColumn(expression, name, name);
    }

    /// <summary>
    /// A value that JSON does not have, or with one in it. Clients get no row, or an array or an object without it.
    /// </summary>
    private ModelExpression NextUnwritable()
    {
        var infinity = ExpressionGenerator.Apply(
            ModelOperators.Divide, ExpressionGenerator.Parse("1"), ExpressionGenerator.Parse("0"));
        return random.Next(pool.IsMerged ? 2 : 4) switch
        {
            0 => ExpressionGenerator.Apply(ModelOperators.Array, infinity, _expressions.Path()),
            1 => ExpressionGenerator.Apply(ModelOperators.Object("k", "v"), _expressions.Path(), infinity),
            2 => ExpressionGenerator.Apply(ModelOperators.Coalesce, _expressions.Path(), infinity),
            _ => new ModelSubquery(ModelSubqueryKind.Array, ModelQuery.SelectValue(
                infinity, new ModelItemSource(_expressions.NextName('x'), _expressions.ArrayPath()))),
        };
    }

    private ModelQuery AddOrder(ModelQuery query)
    {
        if (random.Next(2) == 0 || (pool.IsMerged && query.From is not ModelContainerSource))
        {
            return query;
        }

        var count = random.Next(4) == 0 ? 3 : random.Next(1, 3);
        var paths = Enumerable.Range(0, count).Select(_ => _expressions.SortPath()).OfType<ModelExpression>();
        return query with { OrderBy = [.. paths.Select(path => new ModelSortKey(path, IsDescending: random.Next(2) == 0))] };
    }

    private ModelQuery AddLimits(ModelQuery query)
    {
        // A client may stop before it has asked for a first page of no rows.
        var min = pool.IsMerged ? 1 : 0;
        return random.Next(6) switch
        {
            0 => query with { Top = random.Next(min, 7) },
            1 => query with { Window = (random.Next(5), random.Next(min, 7)) },
            _ => query,
        };
    }

    /// <summary>Aggregates and GROUP BY.</summary>
    private ModelQuery AddGroups(ModelQuery query)
    {
        ImmutableArray<ModelExpression> keys =
        [
            .. Enumerable.Range(0, random.Next(3))
                .Select(_ => NextGroupKey())
                .DistinctBy(key => key.ToString()),
        ];
        query = query with { GroupBy = keys };
        if (random.Next(3) == 0)
        {
            // One value for each group: the client would count the groups without one too.
            query = query with { Columns = [new ModelColumn(NextGroupValue(keys), "", null)] };
            return pool.IsMerged ? query : AddLimits(query with { IsDistinct = random.Next(4) == 0 });
        }

        query = query with
        {
            Kind = ModelSelectKind.List,
            Columns =
            [
                NextColumn(NextAggregate()),
                .. Enumerable.Range(0, random.Next(4)).Select(_ => NextColumn(NextGroupValue(keys))),
            ],
            IsDistinct = !pool.IsMerged && random.Next(5) == 0,
        };
        return pool.IsMerged && keys.IsEmpty ? query : AddLimits(query);
    }

    /// <summary>The service allows no key without a property, and none with a subquery.</summary>
    private ModelExpression NextGroupKey() =>
        random.Next(4) == 0 && _expressions.Value(1) is { HasName: true, HasSubquery: false } key ? key : _expressions.Path();

    private ModelExpression NextGroupValue(ImmutableArray<ModelExpression> keys) =>
        !keys.IsEmpty && random.Next(2) == 0 ? _expressions.Pick(keys)
        : pool.IsMerged || random.Next(3) > 0 ? NextAggregate()
        : random.Next(3) switch
        {
            0 => ExpressionGenerator.Apply(ModelOperators.Add, NextAggregate(), NextAggregate()),
            1 => ExpressionGenerator.Apply(ModelOperators.Array, [.. keys, NextAggregate()]),
            _ => ExpressionGenerator.Apply(ModelOperators.Object("k", "v"), NextAggregate(), _expressions.Constant()),
        };

    private ModelExpression NextAggregate() => _expressions.Aggregate(pool.IsMerged, pool.IsMerged ? 1 : 2);
}
