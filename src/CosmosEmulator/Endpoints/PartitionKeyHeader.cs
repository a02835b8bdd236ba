using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Reads x-ms-documentdb-partitionkey: a JSON array of one value; [{}] is a document without the property.</summary>
internal static class PartitionKeyHeader
{
    private const int UsualLength = 256;

    public static bool TryRead(string header, out CosmosValue key)
    {
        key = CosmosValue.Undefined;
        Span<byte> bytes = header.Length <= UsualLength ? stackalloc byte[UsualLength * 3] : new byte[header.Length * 3];
        try
        {
            var reader = new Utf8JsonReader(bytes[..Encoding.UTF8.GetBytes(header, bytes)]);
            return reader.Read() && reader.TokenType == JsonTokenType.StartArray
                && reader.Read() && TryReadValue(ref reader, out key)
                && reader.Read() && reader.TokenType == JsonTokenType.EndArray;
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException)
        {
            return false;
        }
    }

    private static bool TryReadValue(ref Utf8JsonReader reader, out CosmosValue key)
    {
        key = CosmosValue.Undefined;
        if (reader.TokenType == JsonTokenType.StartObject)
        {
            return reader.Read() && reader.TokenType == JsonTokenType.EndObject;
        }

        key = CosmosValue.ReadShallow(ref reader);
        return key.IsScalar;
    }
}
