namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query as comma-separated values (RFC 4180): numbers with all digits, null as empty field.</summary>
public static class QueryCsv
{
    public const string LineEnd = "\r\n";

    private static readonly char[] NeedsQuotes = [',', '"', '\r', '\n'];

    public static string Text(QueryResult result) => string.Concat(
        result.Rows.Select(row => row.Select(Field)).Prepend(result.Columns.Select(Quoted))
            .Select(fields => string.Join(',', fields) + LineEnd));

    private static string Field(object? value) => value switch
    {
        null => "",
        "" => "\"\"",
        byte[] bytes => Convert.ToHexString(bytes),
        _ => Quoted(value.ToString()!),
    };

    private static string Quoted(string field) =>
        field.AsSpan().ContainsAny(NeedsQuotes) ? $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : field;
}
