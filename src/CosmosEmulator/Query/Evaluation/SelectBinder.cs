using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Binds a SELECT clause with VALUE or with columns.</summary>
internal static class SelectBinder
{
    public static BoundExpression Bind(SqlSelect select, Binder binder) =>
        select.Kind == SqlSelectKind.Value ? binder.Bind(select.Columns[0].Expression) : BindColumns(select, binder);

    private static ObjectExpression BindColumns(SqlSelect select, Binder binder)
    {
        var members = new MemberList();
        foreach (var (name, column) in ColumnNames.Read(select))
        {
            members.Add(name, binder.Bind(column), Place(column));
        }

        return new ObjectExpression(members.ToImmutable());
    }

    private static SqlLocation Place(SqlExpression column) => column is SqlMember member ? member.Key.Location : column.Location;
}
