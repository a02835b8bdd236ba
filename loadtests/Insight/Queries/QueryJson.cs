using System.Text.Encodings.Web;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query as a JSON array with one object for each row.</summary>
public static class QueryJson
{
    private static readonly JsonSerializerOptions Options =
        new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Of columns with the same name, the last one is kept. Bytes are base64; infinity and NaN are null.</summary>
    public static string Text(QueryResult result)
    {
        var columns = result.Columns.Index().Reverse().DistinctBy(column => column.Item).Reverse().ToList();
        return JsonSerializer.Serialize(
            result.Rows.Select(row => columns.ToDictionary(column => column.Item, column => Value(row[column.Index]))),
            Options);
    }

    private static object? Value(object? value) => value is double number && !double.IsFinite(number) ? null : value;
}
