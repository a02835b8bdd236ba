using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Binds a SELECT clause with VALUE or with columns.</summary>
internal static class SelectBinder
{
    public static BoundExpression Bind(SqlSelect select, Binder binder) =>
        select.Kind == SqlSelectKind.Value ? binder.Bind(select.Columns[0].Expression) : BindColumns(select, binder.Bind);

    /// <summary>Binds the columns of a query that was rewritten for ORDER BY: the first is the RID of the document.</summary>
    public static BoundExpression BindRewritten(SqlSelect select, Binder binder)
    {
        var rid = new PropertyExpression(new NameExpression(Row.Document), MergeColumns.Rid);
        return BindColumns(select, column => column == select.Columns[0].Expression ? rid : binder.Bind(column));
    }

    private static ObjectExpression BindColumns(SqlSelect select, Func<SqlExpression, BoundExpression> bind)
    {
        var members = new MemberList();
        foreach (var ((name, expression), column) in ColumnNames.Read(select).Zip(select.Columns))
        {
            members.Add(name, bind(expression), column.Location);
        }

        return new ObjectExpression(members.ToImmutable());
    }
}
