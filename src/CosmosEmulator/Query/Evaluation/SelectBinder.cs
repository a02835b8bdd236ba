using System.Collections.Immutable;
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
        var members = ImmutableArray.CreateBuilder<ObjectMember>(select.Columns.Length);
        var names = new HashSet<string>(StringComparer.Ordinal);
        var unnamed = 0;
        foreach (var column in select.Columns)
        {
            var name = column.Alias ?? NameOf(column.Expression) ?? $"${++unnamed}";
            if (!names.Add(name))
            {
                throw new SqlSemanticException(
                    SqlErrorCodes.BadRequest, $"The property '{name}' is selected more than once.", column.Expression.Location);
            }

            members.Add(new ObjectMember(name, binder.Bind(column.Expression)));
        }

        return new ObjectProjection(members.ToImmutable());
    }

    private static string? NameOf(SqlExpression expression) => expression switch
    {
        SqlIdentifier identifier => identifier.Name,
        SqlMember { Key: SqlStringLiteral name } => name.Value,
        _ => null,
    };
}
