using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Aggregate functions in expressions.</summary>
internal static class SqlAggregates
{
    /// <summary>The function that an expression calls; null if it is no call of an aggregate.</summary>
    public static AggregateFunction? Find(SqlExpression expression) =>
        expression is SqlCall { IsUserDefined: false } call ? AggregateFunction.Find(call.Function) : null;

    /// <summary>The first call of an aggregate in an expression, other than in a subquery; null for none.</summary>
    public static SqlExpression? FindFirst(SqlExpression expression) =>
        Find(expression) is not null ? expression : SqlParts.Read(expression).Select(FindFirst).FirstOrDefault(call => call is not null);

    /// <summary>The first subquery or call of an aggregate in an expression; null for none.</summary>
    public static SqlExpression? FindFirstOrSubquery(SqlExpression expression) => expression is SqlSubquery || Find(expression) is not null
        ? expression
        : SqlParts.Read(expression).Select(FindFirstOrSubquery).FirstOrDefault(part => part is not null);

    /// <summary>Whether an aggregate is called anywhere in an expression, other than in a subquery.</summary>
    public static bool AreIn(SqlExpression expression) => FindFirst(expression) is not null;
}
