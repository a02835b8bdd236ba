using System.Collections.ObjectModel;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>The types of values, in the order in which ORDER BY sorts them.</summary>
internal enum ModelKind
{
    Undefined,
    Null,
    False,
    True,
    Number,
    Text,
    Array,
    Object,
}

/// <summary>A value of the model. It shares no code with the product.</summary>
internal sealed class ModelValue : IEquatable<ModelValue>
{
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = 256 };

    private string? _json;

    private ModelValue(ModelKind kind) => Kind = kind;

    public static ModelValue Undefined { get; } = new(ModelKind.Undefined);

    public static ModelValue Null { get; } = new(ModelKind.Null);

    public static ModelValue True { get; } = new(ModelKind.True);

    public static ModelValue False { get; } = new(ModelKind.False);

    public ModelKind Kind { get; }

    public ModelNumber Number { get; private init; }

    public string Text { get; private init; } = "";

    /// <summary>Of an array.</summary>
    public IReadOnlyList<ModelValue> Items { get; private init; } = [];

    /// <summary>Of an object.</summary>
    public IReadOnlyDictionary<string, ModelValue> Members { get; private init; } = ReadOnlyDictionary<string, ModelValue>.Empty;

    public bool IsDefined => Kind != ModelKind.Undefined;

    public bool IsTrue => Kind == ModelKind.True;

    public bool IsBoolean => Kind is ModelKind.True or ModelKind.False;

    public bool IsScalar => IsDefined && Kind is not (ModelKind.Array or ModelKind.Object);

    /// <summary>Whether JSON has the value: undefined and 1/0 are left out of results.</summary>
    public bool IsWritable => Kind == ModelKind.Number ? Number.IsFinite : IsDefined;

    public static ModelValue From(bool value) => value ? True : False;

    /// <summary>Null for undefined.</summary>
    public static ModelValue From(bool? value) => value is { } known ? From(known) : Undefined;

    public static ModelValue From(double value) => From(ModelNumber.From(value));

    public static ModelValue From(ModelNumber value) => new(ModelKind.Number) { Number = value };

    public static ModelValue From(string value) => new(ModelKind.Text) { Text = value };

    public static ModelValue FromItems(IEnumerable<ModelValue> items) => new(ModelKind.Array) { Items = [.. items] };

    public static ModelValue FromMembers(IEnumerable<KeyValuePair<string, ModelValue>> members) =>
        new(ModelKind.Object) { Members = new Dictionary<string, ModelValue>(members) };

    public static ModelValue Parse(ReadOnlyMemory<byte> json)
    {
        using var document = JsonDocument.Parse(json, Deep);
        return Read(document.RootElement);
    }

    public static ModelValue Read(JsonElement json) => json.ValueKind switch
    {
        JsonValueKind.Null => Null,
        JsonValueKind.True => True,
        JsonValueKind.False => False,
        JsonValueKind.Number => From(ModelNumber.Read(json)),
        JsonValueKind.String => From(json.GetString()!),
        JsonValueKind.Array => FromItems(json.EnumerateArray().Select(Read)),
        JsonValueKind.Object => FromMembers(
            json.EnumerateObject().Select(member => KeyValuePair.Create(member.Name, Read(member.Value)))),
        _ => Undefined,
    };

    public ModelValue Member(string name) => Members.TryGetValue(name, out var value) ? value : Undefined;

    public ModelValue Item(int index) => index >= 0 && index < Items.Count ? Items[index] : Undefined;

    public bool Equals(ModelValue? other) => other is not null && Kind == other.Kind && ToString() == other.ToString();

    public override bool Equals(object? obj) => Equals(obj as ModelValue);

    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);

    /// <summary>As JSON, the same for equal values.</summary>
    public override string ToString() => _json ??= Kind switch
    {
        ModelKind.Undefined => "undefined",
        ModelKind.Null => "null",
        ModelKind.False => "false",
        ModelKind.True => "true",
        ModelKind.Number => Number.ToString(),
        ModelKind.Text => Quote(Text),
        ModelKind.Array => $"[{string.Join(",", Items)}]",
        _ => string.Concat("{", string.Join(",", Members.Select(Write).Order(StringComparer.Ordinal)), "}"),
    };

    private static string Write(KeyValuePair<string, ModelValue> member) => $"{Quote(member.Key)}:{member.Value}";

    private static string Quote(string text) => JsonSerializer.Serialize(text, Readable);
}
