using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Reads attributes (KeyValue, AnyValue) as text: numbers in invariant culture, <c>true</c> and <c>false</c>, bytes in base64,
/// lists and maps as JSON.
/// </summary>
internal sealed class OtlpAttributeReader(NestedMessages messages)
{
    private const int MaxDepth = 16;

    private static readonly JsonSerializerOptions Json = new()
    {
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    /// <summary>The same few names come with every span; kept spans share them.</summary>
    private readonly Dictionary<string, string> _names = [];

    public void ReadInto(Dictionary<string, string> attributes)
    {
        var (name, value) = ReadKeyValue(depth: 0);
        attributes[Share(name)] = ToText(value);
    }

    public string Share(string name)
    {
        if (_names.TryGetValue(name, out var shared))
        {
            return shared;
        }

        return _names[name] = name;
    }

    private (string Key, object? Value) ReadKeyValue(int depth)
    {
        var key = "";
        object? value = null;
        for (var end = messages.Enter(); messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.KeyValue.Key:
                    key = messages.Input.ReadString();
                    break;
                case OtlpTags.KeyValue.Value:
                    value = ReadValue(depth);
                    break;
                default:
                    messages.Skip();
                    break;
            }
        }

        return (key, value);
    }

    private object? ReadValue(int depth)
    {
        if (depth > MaxDepth)
        {
            throw new InvalidDataException($"An attribute holds lists more than {MaxDepth} deep.");
        }

        object? value = null;
        for (var end = messages.Enter(); messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.AnyValue.String:
                    value = messages.Input.ReadString();
                    break;
                case OtlpTags.AnyValue.Bool:
                    value = messages.Input.ReadBool();
                    break;
                case OtlpTags.AnyValue.Int:
                    value = messages.Input.ReadInt64();
                    break;
                case OtlpTags.AnyValue.Double:
                    value = messages.Input.ReadDouble();
                    break;
                case OtlpTags.AnyValue.Array:
                    value = ReadList(ReadValue, depth + 1);
                    break;
                case OtlpTags.AnyValue.KeyValueList:
                    value = ToMap(ReadList(ReadKeyValue, depth + 1));
                    break;
                case OtlpTags.AnyValue.Bytes:
                    value = messages.Input.ReadBytes().ToBase64();
                    break;
                default:
                    messages.Skip();
                    break;
            }
        }

        return value;
    }

    private List<T> ReadList<T>(Func<int, T> readItem, int depth)
    {
        List<T> items = [];
        for (var end = messages.Enter(); messages.TryReadTag(end, out var tag);)
        {
            if (tag == OtlpTags.ValueList.Values)
            {
                items.Add(readItem(depth));
            }
            else
            {
                messages.Skip();
            }
        }

        return items;
    }

    private static Dictionary<string, object?> ToMap(List<(string Key, object? Value)> pairs)
    {
        Dictionary<string, object?> map = [];
        foreach (var (key, value) in pairs)
        {
            map[key] = value;
        }

        return map;
    }

    private static string ToText(object? value) => value switch
    {
        null => "",
        string text => text,
        bool flag => flag ? "true" : "false",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => JsonSerializer.Serialize(value, Json),
    };
}
