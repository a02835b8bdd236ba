using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>The kinds of JSON value that can be a partition key or be looked up in an index.</summary>
internal enum ScalarKind : byte
{
    Undefined,
    Null,
    False,
    True,
    Number,
    String,
}

/// <summary>A JSON value that is no object and no array. Equal values compare equal: 1 and 1.0 are one number.</summary>
internal readonly record struct ScalarValue(ScalarKind Kind, JsonNumber Number, string? Text)
{
    public static ScalarValue Undefined { get; }

    public static ScalarValue From(string text) => new(ScalarKind.String, default, text);

    public static ScalarValue From(double number) => From(JsonNumber.From(number));

    public static ScalarValue From(JsonNumber number) => new(ScalarKind.Number, number, null);

    public static ScalarValue From(bool value) => new(value ? ScalarKind.True : ScalarKind.False, default, null);

    public static ScalarValue Null { get; } = new(ScalarKind.Null, default, null);

    /// <summary>The value that the reader stands on; null for an object or an array.</summary>
    public static ScalarValue? Read(ref Utf8JsonReader reader) => reader.TokenType switch
    {
        JsonTokenType.String => From(reader.GetString()!),
        JsonTokenType.Number => From(JsonNumber.Read(ref reader)),
        JsonTokenType.True => From(true),
        JsonTokenType.False => From(false),
        JsonTokenType.Null => Null,
        _ => null,
    };

    /// <summary>The value of an element; null for an object or an array.</summary>
    public static ScalarValue? Read(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => From(element.GetString()!),
        JsonValueKind.Number => From(JsonNumber.Read(element)),
        JsonValueKind.True => From(true),
        JsonValueKind.False => From(false),
        JsonValueKind.Null => Null,
        JsonValueKind.Undefined => Undefined,
        _ => null,
    };
}
