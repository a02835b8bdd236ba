using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Reads x-ms-documentdb-partitionkey: a JSON array of the value of each level. {} stands for documents without the property.
/// </summary>
internal static class PartitionKeyHeader
{
    private const int UsualLength = 256;

    /// <summary>A key of the container, or the answer that refuses the request.</summary>
    /// <param name="isPrefixAllowed">Whether the values of the first levels are enough, as for a query.</param>
    public static bool TryRead(
        Container container,
        string header,
        bool isPrefixAllowed,
        out LogicalKey key,
        [NotNullWhen(false)] out CosmosResponse? refusal)
    {
        if (!TryRead(header, out key))
        {
            refusal = CosmosErrors.PartitionKeyUnreadable(container, header);
            return false;
        }

        var levels = container.Definition.PartitionKeyPaths.Count;
        refusal = key.LevelCount > levels || (key.LevelCount < levels && !isPrefixAllowed)
                ? CosmosErrors.PartitionKeyLevels(container, isFewer: key.LevelCount < levels)
            : key.FindFault() is { } fault ? CosmosErrors.PartitionKeyValue(container, fault)
            : null;
        return refusal is null;
    }

    public static bool TryRead(string header, out LogicalKey key)
    {
        key = default;
        Span<byte> bytes = header.Length <= UsualLength ? stackalloc byte[UsualLength * 3] : new byte[header.Length * 3];
        try
        {
            var reader = new Utf8JsonReader(bytes[..Encoding.UTF8.GetBytes(header, bytes)]);
            return reader.Read() && reader.TokenType == JsonTokenType.StartArray && TryReadLevels(ref reader, out key);
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException)
        {
            return false;
        }
    }

    private static bool TryReadLevels(ref Utf8JsonReader reader, out LogicalKey key)
    {
        key = default;
        if (!reader.Read() || !TryReadValue(ref reader, out var first) || !reader.Read())
        {
            return false;
        }

        // The usual key needs no list.
        if (reader.TokenType == JsonTokenType.EndArray)
        {
            key = LogicalKey.From(first);
            return true;
        }

        var levels = new List<CosmosValue> { first };
        for (; reader.TokenType != JsonTokenType.EndArray; reader.Read())
        {
            if (!TryReadValue(ref reader, out var level))
            {
                return false;
            }

            levels.Add(level);
        }

        key = LogicalKey.From(levels);
        return true;
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
