using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Binds the SELECT clause. A column without an alias is named after its property, or else $1, $2 and so on.</summary>
internal static class SelectBinder
{
    public static Projection Bind(SqlSelect select, Binder binder) => select.Kind switch
    {
        SqlSelectKind.Star => new ValueProjection(new DocumentExpression()),
        SqlSelectKind.Value => new ValueProjection(binder.Bind(select.Columns[0].Expression)),
        _ => BindColumns(select, binder),
    };

    private static ObjectProjection BindColumns(SqlSelect select, Binder binder)
    {
        var members = new MemberList();
        var unnamed = 0;
        foreach (var column in select.Columns)
        {
            var name = column.Alias ?? NameOf(column.Expression) ?? $"${++unnamed}";
            members.Add(name, binder.Bind(column.Expression), Place(column.Expression));
        }

        return new ObjectProjection(members.ToImmutable());
    }

    private static SqlLocation Place(SqlExpression column) => column is SqlMember member ? member.Key.Location : column.Location;

    private static string? NameOf(SqlExpression expression) => expression switch
    {
        SqlIdentifier identifier => identifier.Name,
        SqlMember { Key: SqlStringLiteral name } => name.Value,
        _ => null,
    };
}
