using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query as a JSON array with one object for each row.</summary>
public static class QueryJson
{
    private static readonly JsonWriterOptions Options = new()
    {
        Indented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Of columns with the same name, the last one is kept. Bytes are base64; infinity and NaN are null.</summary>
    public static string Text(QueryResult result)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Options))
        {
            json.WriteStartArray();
            foreach (var row in result.Rows)
            {
                WriteRow(json, result.Columns, row);
            }

            json.WriteEndArray();
        }

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    private static void WriteRow(Utf8JsonWriter json, IReadOnlyList<string> columns, QueryRow row)
    {
        json.WriteStartObject();
        for (var column = 0; column < columns.Count; column++)
        {
            if (columns.Skip(column + 1).Contains(columns[column]))
            {
                continue;
            }

            json.WritePropertyName(columns[column]);
            WriteValue(json, row.Values[column]);
        }

        json.WriteEndObject();
    }

    private static void WriteValue(Utf8JsonWriter json, object? value)
    {
        switch (value)
        {
            case long number:
                json.WriteNumberValue(number);
                break;
            case double number when double.IsFinite(number):
                json.WriteNumberValue(number);
                break;
            case string text:
                json.WriteStringValue(text);
                break;
            case byte[] bytes:
                json.WriteBase64StringValue(bytes);
                break;
            default:
                json.WriteNullValue();
                break;
        }
    }
}
