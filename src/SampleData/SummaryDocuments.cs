using System.Buffers;
using System.Text.Json;

namespace DroneDelivery.SampleData;

/// <summary>Writes owner summaries as the JSON documents that Cosmos DB stores.</summary>
public static class SummaryDocuments
{
    /// <summary>Writes one document, without a line break.</summary>
    public static void WriteTo(IBufferWriter<byte> buffer, OwnerSummary summary)
    {
        using var writer = new Utf8JsonWriter(buffer);
        Write(writer, summary);
    }

    /// <summary>Writes the summary of every owner of the world, one document per line.</summary>
    public static Task WriteNdjsonAsync(World world, Stream stream, CancellationToken cancellationToken) =>
        Ndjson.WriteAsync(world.Summaries(), Write, stream, cancellationToken);

    private static void Write(Utf8JsonWriter writer, OwnerSummary summary)
    {
        writer.WriteStartObject();
        writer.WriteString("id"u8, summary.OwnerId);
        writer.WriteString("ownerId"u8, summary.OwnerId);
        writer.WriteStartArray("months"u8);
        foreach (var month in summary.Months)
        {
            writer.WriteStartObject();
            writer.WriteNumber("year"u8, month.Year);
            writer.WriteNumber("month"u8, month.Month);
            writer.WriteNumber("deliveries"u8, month.Deliveries);
            writer.WriteNumber("returned"u8, month.Returned);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }
}
