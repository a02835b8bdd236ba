using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Writes a query error in the shape that tools of the service parse.</summary>
internal static class SqlErrorJson
{
    private static readonly JsonWriterOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Render(SqlException error)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, Readable))
        {
            Write(writer, error);
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static void Write(Utf8JsonWriter writer, SqlException error)
    {
        writer.WriteStartObject();
        if (error.Code == SqlErrorCodes.None)
        {
            writer.WriteStartArray("Errors");
            writer.WriteStringValue(error.Message);
            writer.WriteEndArray();
            writer.WriteEndObject();
            return;
        }

        writer.WriteStartArray("errors");
        writer.WriteStartObject();
        writer.WriteString("severity", "Error");
        if (error.Location is { } location)
        {
            writer.WriteStartObject("location");
            writer.WriteNumber("start", location.Start);
            writer.WriteNumber("end", location.End);
            writer.WriteEndObject();
        }

        writer.WriteString("code", error.Code);
        writer.WriteString("message", error.Message);
        writer.WriteEndObject();
        writer.WriteEndArray();
        writer.WriteEndObject();
    }
}
