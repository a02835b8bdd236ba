using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>A scalar expression, and where it stands in the query text.</summary>
internal abstract record SqlExpression(SqlLocation Location);

internal sealed record SqlUndefinedLiteral(SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlNullLiteral(SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlBooleanLiteral(bool Value, SqlLocation Location) : SqlExpression(Location);

/// <summary>A number, as written.</summary>
internal sealed record SqlNumberLiteral(string Text, SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlStringLiteral(string Value, SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlArrayLiteral(ImmutableArray<SqlExpression> Items, SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlObjectLiteral(ImmutableArray<SqlObjectMember> Members, SqlLocation Location) : SqlExpression(Location);

internal readonly record struct SqlObjectMember(string Name, SqlExpression Value, SqlLocation NameLocation);

/// <summary>A part of a text that is written for clients, and never parsed.</summary>
internal sealed record SqlVerbatim(string Text) : SqlExpression(default(SqlLocation));

/// <summary>@name, with the @.</summary>
internal sealed record SqlParameter(string Name, SqlLocation Location) : SqlExpression(Location);

/// <summary>A bare name: the alias of a FROM source.</summary>
internal sealed record SqlIdentifier(string Name, SqlLocation Location) : SqlExpression(Location);

/// <summary>source.name, source["name"], source[0] or source[@p].</summary>
internal sealed record SqlMember(SqlExpression Source, SqlExpression Key, SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlUnary(SqlUnaryOperator Operator, SqlExpression Operand, SqlLocation Location)
    : SqlExpression(Location);

internal sealed record SqlBinary(SqlBinaryOperator Operator, SqlExpression Left, SqlExpression Right, SqlLocation Location)
    : SqlExpression(Location);

/// <summary>AND or OR over two or more operands: a flat list, because generated queries chain hundreds of them.</summary>
internal sealed record SqlLogical(bool IsAnd, ImmutableArray<SqlExpression> Operands, SqlLocation Location)
    : SqlExpression(Location);

internal sealed record SqlIn(SqlExpression Operand, ImmutableArray<SqlExpression> Choices, SqlLocation Location)
    : SqlExpression(Location);

internal sealed record SqlBetween(SqlExpression Operand, SqlExpression Low, SqlExpression High, SqlLocation Location)
    : SqlExpression(Location);

internal sealed record SqlLike(SqlExpression Operand, SqlExpression Pattern, SqlStringLiteral? Escape, SqlLocation Location)
    : SqlExpression(Location);

internal sealed record SqlConditional(
    SqlExpression Condition,
    SqlExpression WhenTrue,
    SqlExpression Otherwise,
    SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlCall(
    string Function,
    SqlLocation NameLocation,
    bool IsUserDefined,
    ImmutableArray<SqlExpression> Arguments,
    SqlLocation Location) : SqlExpression(Location);

internal sealed record SqlSubquery(SqlSubqueryKind Kind, SqlQuery Query, SqlLocation Location) : SqlExpression(Location);

internal enum SqlSubqueryKind
{
    Scalar,
    Exists,
    Array,
}
