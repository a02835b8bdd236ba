using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>A query with its parameters' values in it.</summary>
/// <param name="Filter">The WHERE clause, or null when there is none.</param>
/// <param name="Projection">The SELECT clause.</param>
/// <param name="Top">The n of TOP n.</param>
internal sealed record BoundQuery(BoundExpression? Filter, Projection Projection, int? Top)
{
    public static BoundQuery Bind(SqlQuery query, QueryParameters parameters)
    {
        var binder = new Binder(AliasOf(query.From!.Source), parameters);
        return new BoundQuery(
            query.Where is null ? null : binder.Bind(query.Where),
            SelectBinder.Bind(query.Select, binder),
            query.Select.Top is null ? null : ReadCount(binder, query.Select.Top));
    }

    private static string AliasOf(SqlSource source) => source.Alias ?? ((SqlIdentifier)source.Expression).Name;

    private static int ReadCount(Binder binder, SqlExpression expression)
    {
        var value = ((ConstantExpression)binder.Bind(expression)).Value;
        return value.Kind == CosmosValueKind.Number && double.IsInteger(value.Number) && value.Number is >= 0 and <= int.MaxValue
            ? (int)value.Number
            : throw new SqlSemanticException(
                SqlErrorCodes.InvalidTop, "The count value provided for a TOP clause must be an integer.", expression.Location);
    }
}
