using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>A subquery in an expression: its only result, whether it has one, or all of them as an array.</summary>
internal sealed class SubqueryExpression(SqlSubqueryKind kind, BoundQuery query, SqlLocation location) : BoundExpression
{
    public override CosmosValue Evaluate(Row row) => kind switch
    {
        SqlSubqueryKind.Exists => CosmosValue.From(query.Evaluate(row).Any()),
        SqlSubqueryKind.Array => CosmosValue.From((IReadOnlyList<CosmosValue>)[.. query.Evaluate(row)]),
        _ => Single(query.Evaluate(row)),
    };

    private CosmosValue Single(IEnumerable<CosmosValue> results)
    {
        var single = CosmosValue.Undefined;
        foreach (var result in results)
        {
            single = !single.IsDefined ? result : throw new SqlSemanticException(
                SqlErrorCodes.BadRequest, "The cardinality of a scalar subquery result set cannot be greater than one.", location);
        }

        return single;
    }
}
