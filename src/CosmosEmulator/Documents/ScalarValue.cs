using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Documents;

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
internal readonly record struct ScalarValue(ScalarKind Kind, double Number, string? Text)
{
    public static ScalarValue Undefined { get; }

    public static ScalarValue Of(string text) => new(ScalarKind.String, 0, text);

    // Adding zero turns -0 into 0.
    public static ScalarValue Of(double number) => new(ScalarKind.Number, number + 0.0, null);

    public static ScalarValue Of(bool value) => new(value ? ScalarKind.True : ScalarKind.False, 0, null);

    public static ScalarValue Null { get; } = new(ScalarKind.Null, 0, null);

    /// <summary>The value that the reader stands on; null for an object or an array.</summary>
    public static ScalarValue? Read(ref Utf8JsonReader reader) => reader.TokenType switch
    {
        JsonTokenType.String => Of(reader.GetString()!),
        JsonTokenType.Number => Of(reader.GetDouble()),
        JsonTokenType.True => Of(true),
        JsonTokenType.False => Of(false),
        JsonTokenType.Null => Null,
        _ => null,
    };

    /// <summary>The value of an element; null for an object or an array.</summary>
    public static ScalarValue? Read(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => Of(element.GetString()!),
        JsonValueKind.Number => Of(element.GetDouble()),
        JsonValueKind.True => Of(true),
        JsonValueKind.False => Of(false),
        JsonValueKind.Null => Null,
        JsonValueKind.Undefined => Undefined,
        _ => null,
    };
}
