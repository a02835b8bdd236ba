using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>
/// A value of a document, a partition key, an index or a query: either a part of a document, kept as the JSON it is, or something
/// computed. Its default is undefined, which is not null: a property that is not there. Values are equal as in the query language:
/// 1 and 1.0 are one number, and the order of an object's members has no meaning.
/// </summary>
internal readonly struct CosmosValue : IEquatable<CosmosValue>
{
    // What an item of a computed array takes in memory, without what it points to.
    private const long ItemBytes = 48;

    // A JsonElement's default has the kind Undefined: then the value was computed and is held by _computed or _number.
    private readonly JsonElement _element;
    private readonly object? _computed;
    private readonly JsonNumber _number;

    // Of a computed array or object.
    private readonly int _size;
    private readonly ushort _depth;

    private CosmosValue(
        CosmosValueKind kind,
        JsonElement element = default,
        object? computed = null,
        JsonNumber number = default,
        long size = 0,
        int depth = 0)
    {
        Kind = kind;
        _element = element;
        _computed = computed;
        _number = number;
        _size = (int)Math.Min(int.MaxValue, size);
        _depth = (ushort)Math.Min(ushort.MaxValue, depth);
    }

    public CosmosValueKind Kind { get; }

    public static CosmosValue Undefined => default;

    public static CosmosValue Null => new(CosmosValueKind.Null);

    public static CosmosValue True => new(CosmosValueKind.True);

    public static CosmosValue False => new(CosmosValueKind.False);

    public static CosmosValue EmptyArray => new(CosmosValueKind.Array, computed: Array.Empty<CosmosValue>());

    public static CosmosValue EmptyObject =>
        new(CosmosValueKind.Object, computed: ReadOnlyDictionary<string, CosmosValue>.Empty);

    /// <summary>
    /// About the bytes that it takes in memory; at most the largest number. A value that is in a computed array several times
    /// counts each time, though it is kept once.
    /// </summary>
    public int Size =>
        HasElement ? JsonMarshal.GetRawUtf8Value(_element).Length
        : Kind == CosmosValueKind.String ? Text.Length
        : Math.Max(1, _size);

    /// <summary>How many computed arrays and objects are within one another, down to what is a part of a document.</summary>
    public int Depth => _depth;

    public bool IsDefined => Kind != CosmosValueKind.Undefined;

    /// <summary>False for what leaves no trace in JSON: undefined, and the numbers that JSON cannot write (1/0).</summary>
    public bool IsWritable => Kind == CosmosValueKind.Number ? double.IsFinite(_number.ToDouble()) || HasElement : IsDefined;

    public bool IsBoolean => Kind is CosmosValueKind.True or CosmosValueKind.False;

    public bool IsTrue => Kind == CosmosValueKind.True;

    public bool IsFalse => Kind == CosmosValueKind.False;

    public bool IsScalar => Kind is not (CosmosValueKind.Undefined or CosmosValueKind.Array or CosmosValueKind.Object);

    /// <summary>The nearest double to a number; 0 for anything else.</summary>
    public double Number => _number.ToDouble();

    /// <summary>The value of a number; 0 for anything else.</summary>
    public JsonNumber ExactNumber => _number;

    /// <summary>The value of a string; empty for anything else.</summary>
    public string Text => Kind != CosmosValueKind.String ? "" : (string?)_computed ?? _element.GetString()!;

    public static CosmosValue From(bool value) => value ? True : False;

    public static CosmosValue From(double value) => From(JsonNumber.From(value));

    public static CosmosValue From(long value) => From(JsonNumber.From(value));

    public static CosmosValue From(JsonNumber value) => new(CosmosValueKind.Number, number: value);

    public static CosmosValue From(string value) => new(CosmosValueKind.String, computed: value);

    public static CosmosValue From(IReadOnlyList<CosmosValue> items) => new(
        CosmosValueKind.Array,
        computed: items,
        size: items.Sum(static item => ItemBytes + item.Size),
        depth: items.Aggregate(0, static (depth, item) => Math.Max(depth, item.Depth)) + 1);

    /// <summary>An array of items that are read now.</summary>
    public static CosmosValue FromItems(IEnumerable<CosmosValue> items) => From((IReadOnlyList<CosmosValue>)[.. items]);

    public static CosmosValue From(IReadOnlyDictionary<string, CosmosValue> members) => new(
        CosmosValueKind.Object,
        computed: members,
        size: members.Sum(static member => ItemBytes + member.Key.Length + member.Value.Size),
        depth: members.Aggregate(0, static (depth, member) => Math.Max(depth, member.Value.Depth)) + 1);

    public static CosmosValue From(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Null => new(CosmosValueKind.Null, element),
        JsonValueKind.True => new(CosmosValueKind.True, element),
        JsonValueKind.False => new(CosmosValueKind.False, element),
        JsonValueKind.Number => new(CosmosValueKind.Number, element, number: JsonNumber.Read(element)),
        JsonValueKind.String => new(CosmosValueKind.String, element),
        JsonValueKind.Array => new(CosmosValueKind.Array, element),
        JsonValueKind.Object => new(CosmosValueKind.Object, element),
        _ => Undefined,
    };

    /// <summary>The value that the reader stands on: an array or an object without what is in it.</summary>
    public static CosmosValue ReadShallow(ref Utf8JsonReader reader) => reader.TokenType switch
    {
        JsonTokenType.String => From(reader.GetString()!),
        JsonTokenType.Number => From(JsonNumber.Read(ref reader)),
        JsonTokenType.True => True,
        JsonTokenType.False => False,
        JsonTokenType.Null => Null,
        JsonTokenType.StartArray => EmptyArray,
        JsonTokenType.StartObject => EmptyObject,
        _ => Undefined,
    };

    /// <summary>The same value without the document that it is a part of, to be kept.</summary>
    public CosmosValue Detach() => Kind switch
    {
        CosmosValueKind.Array or CosmosValueKind.Object when HasElement => From(_element.Clone()),
        CosmosValueKind.Array => FromItems(Items().Select(item => item.Detach())),
        CosmosValueKind.Object => From(new OrderedDictionary<string, CosmosValue>(
            Members().Select(member => KeyValuePair.Create(member.Key, member.Value.Detach())))),
        _ => new(Kind, computed: Kind == CosmosValueKind.String ? Text : null, number: _number),
    };

    /// <summary>The property of an object; undefined when there is none, or when this is no object.</summary>
    public CosmosValue Member(string name)
    {
        if (Kind != CosmosValueKind.Object)
        {
            return Undefined;
        }

        if (_computed is IReadOnlyDictionary<string, CosmosValue> members)
        {
            return members.GetValueOrDefault(name);
        }

        return _element.TryGetProperty(name, out var member) ? From(member) : Undefined;
    }

    /// <summary>The item of an array; undefined when there is none, or when this is no array.</summary>
    public CosmosValue Item(double index)
    {
        if (index < 0 || index >= Count || index != Math.Floor(index) || Kind != CosmosValueKind.Array)
        {
            return Undefined;
        }

        return _computed is IReadOnlyList<CosmosValue> items ? items[(int)index] : From(_element[(int)index]);
    }

    /// <summary>How many items an array, or members an object, has.</summary>
    public int Count => (Kind, _computed) switch
    {
        (CosmosValueKind.Array, IReadOnlyList<CosmosValue> items) => items.Count,
        (CosmosValueKind.Array, _) => _element.GetArrayLength(),
        (CosmosValueKind.Object, IReadOnlyDictionary<string, CosmosValue> members) => members.Count,
        (CosmosValueKind.Object, _) => _element.GetPropertyCount(),
        _ => 0,
    };

    // An item of a document's array is found by its number only after all before it: they are read in turn.
    public IEnumerable<CosmosValue> Items() => (Kind, _computed) switch
    {
        (CosmosValueKind.Array, IReadOnlyList<CosmosValue> items) => items,
        (CosmosValueKind.Array, _) => _element.EnumerateArray().Select(static item => From(item)),
        _ => [],
    };

    public IEnumerable<KeyValuePair<string, CosmosValue>> Members() => (Kind, _computed) switch
    {
        (CosmosValueKind.Object, IReadOnlyDictionary<string, CosmosValue> members) => members,
        (CosmosValueKind.Object, _) => _element.EnumerateObject().Select(ToMember),
        _ => [],
    };

    /// <summary>The value as the document has it; false for what was computed.</summary>
    public bool TryGetElement(out JsonElement element)
    {
        element = _element;
        return HasElement;
    }

    public static bool operator ==(in CosmosValue left, in CosmosValue right) => left.Equals(right);

    public static bool operator !=(in CosmosValue left, in CosmosValue right) => !left.Equals(right);

    public bool Equals(CosmosValue other) => Kind == other.Kind && Kind switch
    {
        CosmosValueKind.Number => _number == other._number,
        CosmosValueKind.String => IsText(other.Text),
        CosmosValueKind.Array => Count == other.Count && Items().SequenceEqual(other.Items()),
        CosmosValueKind.Object => Count == other.Count && HasMembers(other, static (own, wanted) => own == wanted),
        _ => true,
    };

    public override bool Equals([NotNullWhen(true)] object? obj) => obj is CosmosValue other && Equals(other);

    public override int GetHashCode() => Kind switch
    {
        CosmosValueKind.Array => Items().Aggregate(Count, HashCode.Combine),

        // The members of equal objects may have any order.
        CosmosValueKind.Object => Members().Aggregate(Count, (hash, member) => hash ^ HashCode.Combine(member.Key, member.Value)),
        _ => HashCode.Combine(Kind, _number, Text),
    };

    private static KeyValuePair<string, CosmosValue> ToMember(JsonProperty member) => new(member.Name, From(member.Value));

    private bool HasElement => _element.ValueKind != JsonValueKind.Undefined;

    // Spares decoding a document's string.
    private bool IsText(string text) => _computed is string own ? own == text : _element.ValueEquals(text);

    /// <summary>Whether for each member of another object the member of that name, or undefined, is as wanted.</summary>
    /// <param name="isAsWanted">Takes the own value and the other one.</param>
    public bool HasMembers(CosmosValue other, Func<CosmosValue, CosmosValue, bool> isAsWanted)
    {
        // A member of a document's object is found only after those that follow it: many of them are read in one pass.
        const int Few = 16;
        var own = HasElement && other.Count > Few ? ReadMembers() : null;
        foreach (var (name, value) in other.Members())
        {
            if (!isAsWanted(own is null ? Member(name) : own.GetValueOrDefault(name), value))
            {
                return false;
            }
        }

        return true;
    }

    // Of a name that is repeated the last value counts.
    private Dictionary<string, CosmosValue> ReadMembers()
    {
        var members = new Dictionary<string, CosmosValue>(Count, StringComparer.Ordinal);
        foreach (var (name, value) in Members())
        {
            members[name] = value;
        }

        return members;
    }
}
