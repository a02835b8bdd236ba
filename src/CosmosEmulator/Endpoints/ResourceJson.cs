using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Metadata bodies: one resource or a feed of them.</summary>
internal static class ResourceJson
{
    public static ReadOnlyMemory<byte> ToBytes(JsonObject json) => JsonSerializer.SerializeToUtf8Bytes(json);

    /// <summary>The ETag of a resource, for the header: the resource itself may have changed meanwhile.</summary>
    public static string? ReadETag(JsonObject json) => (string?)json["_etag"];

    public static ResourceFeed ToFeed(string ownerRid, string name, IEnumerable<JsonObject> resources) =>
        ResourceFeed.Create(ownerRid, name, resources.Select(json => new JsonText(ToBytes(json))).ToArray());

    /// <summary>The id that a create request's body names; null when there is none.</summary>
    public static string? ReadId(ReadOnlyMemory<byte> body) =>
        Find(Parse(body.Span), "id") is { ValueKind: JsonValueKind.String } id ? id.GetString() : null;

    /// <summary>A member of an object that is not null.</summary>
    public static JsonElement? Find(JsonElement? json, string name) =>
        json is { ValueKind: JsonValueKind.Object } members && members.TryGetProperty(name, out var value)
            && value.ValueKind != JsonValueKind.Null
            ? value
            : null;

    /// <summary>Null for what is no JSON.</summary>
    public static JsonElement? Parse(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonStrings.FindFault(json) is null ? JsonElement.Parse(json) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
