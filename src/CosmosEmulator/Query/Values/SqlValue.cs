using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>
/// A value while a query is evaluated: either a part of a document, kept as the JSON it is, or something computed.
/// Its default is undefined, which is not null: a property that is not there.
/// </summary>
internal readonly struct SqlValue
{
    // The number of a boolean that is true.
    private static readonly JsonNumber One = JsonNumber.From(1);

    // A JsonElement's default has the kind Undefined: then the value was computed and is held by _computed or _number.
    private readonly JsonElement _element;
    private readonly object? _computed;
    private readonly JsonNumber _number;

    private SqlValue(SqlValueKind kind, JsonElement element = default, object? computed = null, JsonNumber number = default)
    {
        Kind = kind;
        _element = element;
        _computed = computed;
        _number = number;
    }

    public SqlValueKind Kind { get; }

    public static SqlValue Undefined => default;

    public static SqlValue Null => new(SqlValueKind.Null);

    public static SqlValue True => new(SqlValueKind.Boolean, number: One);

    public static SqlValue False => new(SqlValueKind.Boolean);

    public bool IsDefined => Kind != SqlValueKind.Undefined;

    /// <summary>False for what leaves no trace in JSON: undefined, and the numbers that JSON cannot write (1/0).</summary>
    public bool IsWritable => Kind == SqlValueKind.Number ? double.IsFinite(_number.ToDouble()) || HasElement : IsDefined;

    public bool IsTrue => Kind == SqlValueKind.Boolean && _number == One;

    public bool IsFalse => Kind == SqlValueKind.Boolean && _number != One;

    public bool IsScalar => Kind is not (SqlValueKind.Undefined or SqlValueKind.Array or SqlValueKind.Object);

    /// <summary>The nearest double to a number; 0 for anything else.</summary>
    public double Number => ExactNumber.ToDouble();

    /// <summary>The value of a number; 0 for anything else.</summary>
    public JsonNumber ExactNumber => Kind == SqlValueKind.Number ? _number : default;

    /// <summary>The value of a string; empty for anything else.</summary>
    public string Text => Kind != SqlValueKind.String ? "" : (string?)_computed ?? _element.GetString()!;

    public static SqlValue From(bool value) => value ? True : False;

    public static SqlValue From(double value) => From(JsonNumber.From(value));

    public static SqlValue From(JsonNumber value) => new(SqlValueKind.Number, number: value);

    public static SqlValue From(string value) => new(SqlValueKind.String, computed: value);

    public static SqlValue From(IReadOnlyList<SqlValue> items) => new(SqlValueKind.Array, computed: items);

    public static SqlValue From(IReadOnlyDictionary<string, SqlValue> members) => new(SqlValueKind.Object, computed: members);

    public static SqlValue From(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Null => new(SqlValueKind.Null, element),
        JsonValueKind.True => new(SqlValueKind.Boolean, element, number: One),
        JsonValueKind.False => new(SqlValueKind.Boolean, element),
        JsonValueKind.Number => new(SqlValueKind.Number, element, number: JsonNumber.Read(element)),
        JsonValueKind.String => new(SqlValueKind.String, element),
        JsonValueKind.Array => new(SqlValueKind.Array, element),
        JsonValueKind.Object => new(SqlValueKind.Object, element),
        _ => Undefined,
    };

    /// <summary>The property of an object; undefined when there is none, or when this is no object.</summary>
    public SqlValue Member(string name)
    {
        if (Kind != SqlValueKind.Object)
        {
            return Undefined;
        }

        if (_computed is IReadOnlyDictionary<string, SqlValue> members)
        {
            return members.GetValueOrDefault(name);
        }

        return _element.TryGetProperty(name, out var member) ? From(member) : Undefined;
    }

    /// <summary>The item of an array; undefined when there is none, or when this is no array.</summary>
    public SqlValue Item(double index)
    {
        if (index < 0 || index >= Count || index != Math.Floor(index) || Kind != SqlValueKind.Array)
        {
            return Undefined;
        }

        return _computed is IReadOnlyList<SqlValue> items ? items[(int)index] : From(_element[(int)index]);
    }

    /// <summary>How many items an array, or members an object, has.</summary>
    public int Count => (Kind, _computed) switch
    {
        (SqlValueKind.Array, IReadOnlyList<SqlValue> items) => items.Count,
        (SqlValueKind.Array, _) => _element.GetArrayLength(),
        (SqlValueKind.Object, IReadOnlyDictionary<string, SqlValue> members) => members.Count,
        (SqlValueKind.Object, _) => _element.GetPropertyCount(),
        _ => 0,
    };

    public IEnumerable<SqlValue> Items()
    {
        for (var index = 0; index < (Kind == SqlValueKind.Array ? Count : 0); index++)
        {
            yield return Item(index);
        }
    }

    public IEnumerable<KeyValuePair<string, SqlValue>> Members() => (Kind, _computed) switch
    {
        (SqlValueKind.Object, IReadOnlyDictionary<string, SqlValue> members) => members,
        (SqlValueKind.Object, _) => _element.EnumerateObject().Select(ToMember),
        _ => [],
    };

    /// <summary>True for a string equal to the text; spares decoding a document's string.</summary>
    public bool IsText(string text) =>
        Kind == SqlValueKind.String && (_computed is string own ? own == text : _element.ValueEquals(text));

    /// <summary>The value as the document has it; false for what was computed.</summary>
    public bool TryGetElement(out JsonElement element)
    {
        element = _element;
        return HasElement;
    }

    private static KeyValuePair<string, SqlValue> ToMember(JsonProperty member) => new(member.Name, From(member.Value));

    private bool HasElement => _element.ValueKind != JsonValueKind.Undefined;
}
