using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The text of a value as TOSTRING gives it: JSON without spaces, with each number in its shortest form.</summary>
internal static class ValueText
{
    public static string Write(CosmosValue value)
    {
        var text = new StringBuilder();
        Append(text, value);
        return text.ToString();
    }

    private static void Append(StringBuilder text, CosmosValue value)
    {
        switch (value.Kind)
        {
            case CosmosValueKind.True or CosmosValueKind.False:
                text.Append(value.IsTrue ? "true" : "false");
                break;
            case CosmosValueKind.Number:
                text.Append(WriteNumber(value.ExactNumber));
                break;
            case CosmosValueKind.String:
                AppendString(text, value.Text);
                break;
            case CosmosValueKind.Array:
                AppendItems(text, value);
                break;
            case CosmosValueKind.Object:
                AppendMembers(text, value);
                break;
            default:
                text.Append("null");
                break;
        }
    }

    // Numbers that JSON cannot write have the names that JavaScript gives them.
    private static string WriteNumber(JsonNumber number) =>
        number.TryGetInt64(out var integer) ? integer.ToString(CultureInfo.InvariantCulture)
        : double.IsFinite(number.ToDouble()) ? number.ToString()
        : number.ToDouble().ToString(CultureInfo.InvariantCulture);

    private static void AppendItems(StringBuilder text, CosmosValue array)
    {
        var separator = "[";
        foreach (var item in array.Items())
        {
            text.Append(separator);
            Append(text, item);
            separator = ",";
        }

        text.Append(array.Count == 0 ? "[]" : "]");
    }

    private static void AppendMembers(StringBuilder text, CosmosValue value)
    {
        var separator = "{";
        foreach (var (name, member) in value.Members())
        {
            text.Append(separator);
            AppendString(text, name);
            text.Append(':');
            Append(text, member);
            separator = ",";
        }

        text.Append(value.Count == 0 ? "{}" : "}");
    }

    private static void AppendString(StringBuilder text, string value)
    {
        text.Append('"');
        foreach (var letter in value)
        {
            _ = letter switch
            {
                '"' or '\\' => text.Append('\\').Append(letter),
                '\b' => text.Append(@"\b"),
                '\f' => text.Append(@"\f"),
                '\n' => text.Append(@"\n"),
                '\r' => text.Append(@"\r"),
                '\t' => text.Append(@"\t"),
                < ' ' => text.Append(CultureInfo.InvariantCulture, $"\\u{(int)letter:x4}"),
                _ => text.Append(letter),
            };
        }

        text.Append('"');
    }
}
