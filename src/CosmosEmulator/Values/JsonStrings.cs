using System.Text.Json;
using System.Text.Unicode;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>Whether the strings of a JSON text can be read: the reader finds out only when it decodes one.</summary>
internal static class JsonStrings
{
    private static readonly JsonReaderOptions Options = new() { MaxDepth = JsonDepth.Max };

    /// <summary>What is wrong with the strings of a text that is right as JSON; null when each can be decoded.</summary>
    public static string? FindFault(ReadOnlySpan<byte> json)
    {
        if (!Utf8.IsValid(json))
        {
            return "is not valid UTF-8.";
        }

        // Half of a surrogate pair can only be written as an escape.
        return json.IndexOf("\\u"u8) >= 0 && HasHalfPair(json) ? "has a string that holds half of a surrogate pair." : null;
    }

    private static bool HasHalfPair(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json, Options);
        try
        {
            while (reader.Read())
            {
                if (reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName && reader.ValueIsEscaped)
                {
                    _ = reader.GetString();
                }
            }

            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }
}
