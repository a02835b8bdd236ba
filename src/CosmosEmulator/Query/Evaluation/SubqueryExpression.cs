using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// A subquery in an expression: its only result, undefined without one; whether it has a result; or an array of all that JSON
/// can write.
/// </summary>
internal sealed class SubqueryExpression(SqlSubqueryKind kind, BoundQuery query) : BoundExpression
{
    public SqlSubqueryKind Kind => kind;

    public BoundQuery Query => query;

    public override CosmosValue Evaluate(Row row) => kind switch
    {
        SqlSubqueryKind.Exists => CosmosValue.From(query.Evaluate(row).Any()),
        SqlSubqueryKind.Array => ToArray(row),
        _ => query.Evaluate(row).FirstOrDefault(),
    };

    private CosmosValue ToArray(Row row)
    {
        var items = new List<CosmosValue>();
        var size = 0L;
        foreach (var value in query.Evaluate(row).Where(value => value.IsWritable))
        {
            size += value.Size;
            ResultLength.CheckSize(size);
            ResultLength.Check("ARRAY", items.Count + 1, "items");
            items.Add(value);
        }

        return ResultLength.CheckSize(CosmosValue.From(items));
    }
}
