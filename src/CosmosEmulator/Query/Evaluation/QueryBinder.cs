using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Resolves the names, functions and parameters of a query, clause by clause.</summary>
internal static class QueryBinder
{
    /// <summary>A query of a container.</summary>
    /// <param name="rowSize">The number of places in its rows.</param>
    /// <exception cref="SqlException">The query names what does not exist or is not supported.</exception>
    public static BoundQuery Bind(SqlQuery query, QueryParameters parameters, out int rowSize)
    {
        var names = new Names();
        var bound = Bind(query, names, FromBinder.ForContainer(names, parameters), parameters);
        rowSize = names.Size;
        return bound;
    }

    /// <summary>A subquery in an expression.</summary>
    /// <param name="outer">The names of the query around it.</param>
    public static BoundQuery BindSubquery(SqlQuery query, Names outer, QueryParameters parameters)
    {
        var names = new Names(outer);
        return BindSubquery(query, names, FromBinder.ForSubquery(names, parameters), parameters);
    }

    /// <summary>A subquery in a FROM clause.</summary>
    public static BoundQuery BindSubquery(SqlQuery query, Names names, FromBinder from, QueryParameters parameters) =>
        Bind(query, names, from, parameters, isSubquery: true);

    private static BoundQuery Bind(
        SqlQuery query, Names names, FromBinder from, QueryParameters parameters, bool isSubquery = false)
    {
        var sources = query.From is null ? new BoundFrom([]) : from.Bind(query.From);
        var rows = new Binder(names, parameters);
        var isGrouped = !query.GroupBy.IsEmpty || query.Select.Columns.Any(column => SqlAggregates.AreIn(column.Expression));
        RefuseAggregatesInWhere(query);
        var filter = LogicalExpression.And(sources.Filter, query.Where is null ? null : rows.Bind(query.Where));
        CheckAggregates(query);
        var groups = isGrouped ? new GroupBinder(query.GroupBy, names, rows) : null;
        RefuseIf(
            isSubquery && !query.OrderBy.IsEmpty,
            SqlErrorCodes.OrderByInSubquery,
            "'ORDER BY' is not supported in subqueries.",
            query.OrderByLocation);
        var order = BindOrder(query, rows);
        var results = isGrouped ? new Binder(names, parameters, groups) : rows;
        var projection = new Projection(query.Select.Kind == SqlSelectKind.Star
            ? BindStar(query, sources)
            : MergeColumns.AreIn(query) ? SelectBinder.BindRewritten(query.Select, results)
            : SelectBinder.Bind(query.Select, results));
        CheckOrder(order, sources);
        if (isSubquery)
        {
            RefuseLimits(query);
        }

        return new BoundQuery(
            sources,
            filter,
            groups?.ToGrouping(),
            projection,
            order,
            query.Select.IsDistinct,
            BindLimits(query, rows));
    }

    private static void RefuseLimits(SqlQuery query)
    {
        // Both together are wrong in any query.
        if (query is { Select.Top: not null, OffsetLimit: not null })
        {
            return;
        }

        RefuseIf(
            query.Select.Top is not null,
            SqlErrorCodes.TopInSubquery,
            "'TOP' is not supported in subqueries.",
            query.Select.Top?.Location);
        RefuseIf(
            query.OffsetLimit is not null,
            SqlErrorCodes.OffsetInSubquery,
            "'OFFSET LIMIT' clause is not supported in subqueries.",
            query.OffsetLimit?.Location);
    }

    private static void RefuseAggregatesInWhere(SqlQuery query)
    {
        var inWhere = query.Where is null ? null : SqlAggregates.FindFirst(query.Where);
        RefuseIf(
            inWhere is not null, SqlErrorCodes.AggregateInWhere, "Aggregates are not allowed in the WHERE clause.", inWhere?.Location);
    }

    private static void CheckAggregates(SqlQuery query)
    {
        var inKeys = query.GroupBy.Select(SqlAggregates.FindFirstOrSubquery).FirstOrDefault(part => part is not null);
        RefuseIf(
            inKeys is not null,
            SqlErrorCodes.AggregateInGroupBy,
            "Cannot use an aggregate or a subquery in an expression used for the group by list of a GROUP BY clause.",
            inKeys is SqlSubquery { Query.Location: var subquery } ? subquery : inKeys?.Location);
        var constant = query.GroupBy.FirstOrDefault(key => !HasName(key));
        RefuseIf(
            constant is not null,
            SqlErrorCodes.ConstantInGroupBy,
            "Each GROUP BY expression must contain at least one property reference.",
            constant?.Location);
        RefuseIf(
            query.Select.Kind == SqlSelectKind.Star && query.OrderBy.Any(key => SqlAggregates.AreIn(key.Expression)),
            SqlErrorCodes.StarWithAggregate,
            "'SELECT *' is not allowed with aggregate functions.",
            query.Select.Location);
    }

    private static bool HasName(SqlExpression expression) =>
        expression is SqlIdentifier || SqlParts.Read(expression).Any(HasName);

    private static NameExpression BindStar(SqlQuery query, BoundFrom sources)
    {
        RefuseIf(
            !query.GroupBy.IsEmpty, SqlErrorCodes.StarWithGroupBy, "'SELECT *' is not allowed with GROUP BY.", query.Select.Location);
        RefuseIf(
            query.From is not { Joins.IsEmpty: true, Source: not { IsIteration: true, Expression: SqlSubquery } },
            SqlErrorCodes.StarOfSeveralSources,
            "'SELECT *' is only valid with a single input set.",
            query.Select.Location);
        return new NameExpression(sources.Sources is [var only] ? only.Place : Row.Document);
    }

    private static ImmutableArray<BoundSortKey> BindOrder(SqlQuery query, Binder binder) =>
        query.OrderBy.IsEmpty ? []
        : query.GroupBy.IsEmpty ? BindKeys(query.OrderBy, binder)
        : throw new SqlNotSupportedException("ORDER BY with GROUP BY", query.OrderBy[0].Expression.Location);

    private static ImmutableArray<BoundSortKey> BindKeys(ImmutableArray<SqlSortKey> keys, Binder binder) =>
        [.. keys.Select(key => new BoundSortKey(binder.Bind(key.Expression), key.IsDescending))];

    /// <summary>Keys are properties: the service orders by indexes.</summary>
    private static void CheckOrder(ImmutableArray<BoundSortKey> keys, BoundFrom sources)
    {
        if (keys.IsEmpty)
        {
            return;
        }

        var paths = new DocumentPaths(sources);
        RefuseIf(
            !keys.All(key => paths.Contains(key.Expression)),
            SqlErrorCodes.OrderByExpression,
            "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.",
            null);
    }

    private static RowLimits BindLimits(SqlQuery query, Binder binder) => (query.Select.Top, query.OffsetLimit) switch
    {
        (null, null) => RowLimits.None,
        ({ Count: var top }, null) => new RowLimits(
            0, ReadCount(binder, top) ?? throw Invalid(SqlErrorCodes.InvalidTop, "The count value provided for a TOP clause must be an integer.", top)),
        (null, { } limits) => new RowLimits(
            ReadLimit(binder, limits.Offset, "OFFSET", SqlErrorCodes.InvalidOffset),
            ReadLimit(binder, limits.Limit, "LIMIT", SqlErrorCodes.InvalidLimit)),
        _ => throw new SqlSemanticException(
            SqlErrorCodes.TopWithOffset, "A TOP cannot be used in the same query or subquery as an OFFSET.", query.Location),
    };

    private static long ReadLimit(Binder binder, SqlExpression expression, string clause, string code) =>
        ReadCount(binder, expression)
        ?? throw Invalid(code, $"The {clause} count value exceeds the maximum allowed value.", expression);

    /// <summary>Null for a value that is no whole number, or too large.</summary>
    private static long? ReadCount(Binder binder, SqlExpression expression)
    {
        var value = ((ConstantExpression)binder.Bind(expression)).Value;
        return value.Kind == CosmosValueKind.Number && double.IsInteger(value.Number) && value.Number is >= 0 and <= RowLimits.Max
            ? (long)value.Number
            : null;
    }

    private static SqlSemanticException Invalid(string code, string message, SqlExpression expression) =>
        new(code, message, expression.Location);

    private static void RefuseIf(bool isRefused, string code, string message, SqlLocation? location)
    {
        if (isRefused)
        {
            throw new SqlSemanticException(code, message, location);
        }
    }
}
