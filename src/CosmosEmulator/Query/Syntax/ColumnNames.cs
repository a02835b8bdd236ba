namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>The names of a SELECT list: a column without an alias is named after its property, or else $1, $2 and so on.</summary>
internal static class ColumnNames
{
    public static IEnumerable<(string Name, SqlExpression Expression)> Read(SqlSelect select)
    {
        var unnamed = 0;
        foreach (var column in select.Columns)
        {
            yield return (column.Alias ?? NameOf(column.Expression) ?? $"${++unnamed}", column.Expression);
        }
    }

    /// <summary>Of the last name of a path, or of another expression.</summary>
    public static SqlLocation LocationOf(SqlExpression expression) =>
        expression is SqlMember member ? member.Key.Location : expression.Location;

    /// <summary>The last name of a path; null for another expression.</summary>
    public static string? NameOf(SqlExpression expression) => expression switch
    {
        SqlIdentifier identifier => identifier.Name,
        SqlMember { Key: SqlStringLiteral name } => name.Value,
        _ => null,
    };
}
