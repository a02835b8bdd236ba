using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>
/// A parsed query: immutable, free of parameter values, so that it can be kept by its text and shared between threads.
/// </summary>
internal sealed record SqlQuery(
    SqlSelect Select,
    SqlFrom? From,
    SqlExpression? Where,
    ImmutableArray<SqlExpression> GroupBy,
    ImmutableArray<SqlSortKey> OrderBy,
    SqlOffsetLimit? OffsetLimit)
{
    public SqlLocation Location { get; init; }

    public SqlLocation OrderByLocation { get; init; }
}

/// <summary>The SELECT clause: *, VALUE with one expression, or a list of columns.</summary>
/// <param name="Location">Of the star, or of VALUE or the columns.</param>
internal sealed record SqlSelect(
    SqlSelectKind Kind,
    ImmutableArray<SqlColumn> Columns,
    bool IsDistinct,
    SqlTop? Top,
    SqlLocation Location);

internal sealed record SqlTop(SqlExpression Count, SqlLocation Location);

internal enum SqlSelectKind
{
    Star,
    Value,
    List,
}

/// <summary>An expression of the SELECT clause and the alias given to it, if any.</summary>
internal sealed record SqlColumn(SqlExpression Expression, string? Alias)
{
    /// <summary>Of its name: the alias, if it has one.</summary>
    public SqlLocation Location { get; init; }
}

/// <summary>The first source and the joined ones.</summary>
internal sealed record SqlFrom(SqlSource Source, ImmutableArray<SqlSource> Joins);

/// <summary>A source: the container, a path below it ("c.items"), "x IN c.items", or a subquery in brackets.</summary>
/// <param name="Location">Of its name: the alias, if it has one.</param>
internal sealed record SqlSource(SqlExpression Expression, string? Alias, bool IsIteration, SqlLocation Location);

internal sealed record SqlSortKey(SqlExpression Expression, bool IsDescending);

internal sealed record SqlOffsetLimit(SqlExpression Offset, SqlExpression Limit, SqlLocation Location);
