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
        query.OrderBy.IsEmpty
            ? Bind(query, names, from, parameters)
            : throw new SqlSemanticException(
                SqlErrorCodes.BadRequest, "ORDER BY is not allowed in a subquery.", query.OrderBy[0].Expression.Location);

    private static BoundQuery Bind(SqlQuery query, Names names, FromBinder from, QueryParameters parameters)
    {
        var sources = query.From is null ? new BoundFrom([]) : from.Bind(query.From);
        var rows = new Binder(names, parameters);
        var isGrouped = !query.GroupBy.IsEmpty || query.Select.Columns.Any(column => SqlAggregates.AreIn(column.Expression));
        var groups = isGrouped ? new GroupBinder(query.GroupBy, names, rows) : null;
        var results = isGrouped ? new Binder(names, parameters, groups) : rows;
        var projection = new Projection(query.Select.Kind == SqlSelectKind.Star
            ? BindStar(query, from)
            : SelectBinder.Bind(query.Select, results));
        return new BoundQuery(
            sources,
            query.Where is null ? null : rows.Bind(query.Where),
            groups?.ToGrouping(),
            projection,
            BindOrder(query, rows),
            query.Select.IsDistinct,
            BindLimits(query, rows));
    }

    private static NameExpression BindStar(SqlQuery query, FromBinder from) =>
        query.From is { Joins.IsEmpty: true } && query.GroupBy.IsEmpty
            ? new NameExpression(from.FirstPlace)
            : throw new SqlSemanticException(
                SqlErrorCodes.BadRequest, "'SELECT *' is only valid with a single input set.", query.Select.Location);

    private static ImmutableArray<BoundSortKey> BindOrder(SqlQuery query, Binder binder) =>
        !query.OrderBy.IsEmpty && !query.GroupBy.IsEmpty
            ? throw new SqlSemanticException(
                SqlErrorCodes.BadRequest, "ORDER BY is not allowed with GROUP BY.", query.OrderBy[0].Expression.Location)
            : [.. query.OrderBy.Select(key => new BoundSortKey(binder.Bind(key.Expression), key.IsDescending))];

    private static RowLimits BindLimits(SqlQuery query, Binder binder) => (query.Select.Top, query.OffsetLimit) switch
    {
        (null, null) => RowLimits.None,
        ({ } top, null) => new RowLimits(0, ReadCount(binder, top, "TOP")),
        (null, { } limits) => new RowLimits(
            ReadCount(binder, limits.Offset, "OFFSET"), ReadCount(binder, limits.Limit, "LIMIT")),
        (_, { } limits) => throw new SqlSemanticException(
            SqlErrorCodes.BadRequest, "TOP is not allowed with OFFSET LIMIT.", limits.Location),
    };

    private static int ReadCount(Binder binder, SqlExpression expression, string clause)
    {
        var value = ((ConstantExpression)binder.Bind(expression)).Value;
        return value.Kind == CosmosValueKind.Number && double.IsInteger(value.Number) && value.Number is >= 0 and <= int.MaxValue
            ? (int)value.Number
            : throw new SqlSemanticException(
                SqlErrorCodes.InvalidTop, $"The count value provided for a {clause} clause must be an integer.", expression.Location);
    }
}
