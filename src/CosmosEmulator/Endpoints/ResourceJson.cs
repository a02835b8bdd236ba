using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Metadata bodies: one resource or a feed of them.</summary>
internal static class ResourceJson
{
    public static ReadOnlyMemory<byte> ToBytes(JsonObject json) => JsonSerializer.SerializeToUtf8Bytes(json);

    public static ResourceFeed ToFeed(string ownerRid, string name, IEnumerable<JsonObject> resources) =>
        ResourceFeed.Create(ownerRid, name, resources.Select(json => new JsonText(ToBytes(json))).ToArray());

    /// <summary>The id that a create request's body names; null when there is none.</summary>
    public static string? ReadId(ReadOnlyMemory<byte> body)
    {
        try
        {
            var id = (JsonNode.Parse(body.Span) as JsonObject)?["id"] as JsonValue;
            return id is not null && id.TryGetValue<string>(out var text) ? text : null;
        }
        catch (Exception error) when (error is JsonException or ArgumentException or InvalidOperationException)
        {
            return null;
        }
    }
}
