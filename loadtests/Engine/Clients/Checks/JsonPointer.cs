using System.Text.Json;

namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>A position in a JSON document (RFC 6901): <c>/items/0/id</c>. An empty pointer is the whole document.</summary>
internal sealed class JsonPointer(string[] steps)
{
    /// <exception cref="FormatException">The pointer does not start with '/'.</exception>
    public static JsonPointer Parse(string pointer)
    {
        if (pointer.Length > 0 && pointer[0] != '/')
        {
            throw new FormatException($"A JSON pointer starts with '/', as in /items/0/id; this is '{pointer}'.");
        }

        return new JsonPointer([.. pointer.Split('/').Skip(1).Select(Unescape)]);
    }

    /// <summary>
    /// The content of a string, or the raw JSON of any other value; null without a value at this position or without valid JSON.
    /// </summary>
    public string? TextIn(ReadOnlyMemory<byte> json)
    {
        try
        {
            using var document = JsonDocument.Parse(json);
            var place = steps.Aggregate(
                (JsonElement?)document.RootElement, (place, step) => place is { } parent ? Child(parent, step) : null);
            return place is { ValueKind: JsonValueKind.String } text ? text.GetString() : place?.GetRawText();
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Unescape(string step) =>
        step.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);

    private static JsonElement? Child(JsonElement parent, string step) => parent.ValueKind switch
    {
        JsonValueKind.Object when parent.TryGetProperty(step, out var member) => member,
        JsonValueKind.Array when int.TryParse(step, NumberStyles.None, null, out var index)
            && index < parent.GetArrayLength() => parent[index],
        _ => null,
    };
}
