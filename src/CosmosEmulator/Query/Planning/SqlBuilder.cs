using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>Makes the expressions of rewritten queries, which have no place in a text.</summary>
internal static class SqlBuilder
{
    public static SqlExpression Member(SqlExpression source, string name) => new SqlMember(source, new SqlStringLiteral(name, default), default);

    public static SqlExpression Call(string function, SqlExpression argument) =>
        new SqlCall(function, default, IsUserDefined: false, [argument], default);

    public static SqlExpression Number(long value) => new SqlNumberLiteral($"{value}", default);

    public static SqlExpression Array(IEnumerable<SqlExpression> items) => new SqlArrayLiteral([.. items], default);

    public static SqlExpression Object(params IEnumerable<(string Name, SqlExpression Value)> members) => new SqlObjectLiteral(
        [.. members.Select(member => new SqlObjectMember(member.Name, member.Value, default))], default);
}
