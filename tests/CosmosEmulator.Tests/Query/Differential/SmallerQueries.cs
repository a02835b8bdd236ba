namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>Queries and expressions that are like one, with something left out. Some of them have no meaning.</summary>
internal static class SmallerQueries
{
    private static readonly ModelExpression[] Constants =
        [new ModelConstant(ModelValue.True), new ModelConstant(ModelValue.From(1))];

    public static IEnumerable<ModelQuery> Find(ModelQuery query) =>
        FindWithoutClause(query).Concat(FindWithSmallerParts(query)).Where(smaller => Length(smaller) < Length(query));

    private static IEnumerable<ModelQuery> FindWithoutClause(ModelQuery query)
    {
        yield return query with { Where = null };
        yield return query with { OrderBy = [] };
        yield return query with { GroupBy = [] };
        yield return query with { IsDistinct = false };
        yield return query with { Top = null };
        yield return query with { Window = null };
        foreach (var join in query.Joins)
        {
            yield return query with { Joins = query.Joins.Remove(join) };
        }

        foreach (var key in query.GroupBy)
        {
            yield return query with { GroupBy = query.GroupBy.Remove(key) };
        }

        foreach (var key in query.OrderBy)
        {
            yield return query with { OrderBy = query.OrderBy.Remove(key) };
        }

        foreach (var column in query.Columns.Where(_ => query.Columns.Length > 1))
        {
            yield return query with { Columns = query.Columns.Remove(column) };
        }
    }

    private static IEnumerable<ModelQuery> FindWithSmallerParts(ModelQuery query)
    {
        foreach (var column in query.Columns)
        {
            foreach (var smaller in Find(column.Expression))
            {
                yield return query with { Columns = query.Columns.Replace(column, column with { Expression = smaller }) };
            }
        }

        if (query.Where is { } where)
        {
            foreach (var smaller in Find(where))
            {
                yield return query with { Where = smaller };
            }
        }

        foreach (var key in query.OrderBy)
        {
            foreach (var smaller in Find(key.Expression))
            {
                yield return query with { OrderBy = query.OrderBy.Replace(key, key with { Expression = smaller }) };
            }
        }

        foreach (var join in query.Joins.OfType<ModelSubquerySource>())
        {
            foreach (var smaller in Find(join.Query))
            {
                yield return query with { Joins = query.Joins.Replace(join, join with { Query = smaller }) };
            }
        }

        if (query.From is ModelSubquerySource source)
        {
            foreach (var smaller in Find(source.Query))
            {
                yield return query with { From = source with { Query = smaller } };
            }
        }
    }

    private static IEnumerable<ModelExpression> Find(ModelExpression expression)
    {
        foreach (var smaller in expression.Parts.Concat(Constants))
        {
            yield return smaller;
        }

        for (var index = 0; index < expression.Parts.Count; index++)
        {
            foreach (var smaller in Find(expression.Parts[index]))
            {
                yield return expression.With([.. expression.Parts.Take(index), smaller, .. expression.Parts.Skip(index + 1)]);
            }
        }

        if (expression is ModelSubquery subquery)
        {
            foreach (var smaller in Find(subquery.Query))
            {
                yield return subquery.With(smaller);
            }
        }
    }

    private static int Length(ModelQuery query) => query.ToString().Length;
}
