using System.Runtime.InteropServices;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>Values as JSON: a value of a document exactly as it is stored, a computed value as it is serialized.</summary>
internal static class SqlJson
{
    /// <summary>The value of a scalar that <see cref="SqlValue.IsWritable"/>.</summary>
    public static ScalarValue ToScalar(SqlValue value) => value.Kind switch
    {
        SqlValueKind.Null => ScalarValue.Null,
        SqlValueKind.Boolean => ScalarValue.From(value.IsTrue),
        SqlValueKind.Number => ScalarValue.From(value.ExactNumber),
        SqlValueKind.String => ScalarValue.From(value.Text),
        _ => throw new InvalidOperationException($"A value of kind {value.Kind} is no scalar."),
    };

    /// <summary>The value of a number or a string.</summary>
    public static SqlValue ToValue(ScalarValue scalar) =>
        scalar.Kind == ScalarKind.Number ? SqlValue.From(scalar.Number) : SqlValue.From(scalar.Text!);

    /// <summary>Writes a value that <see cref="SqlValue.IsWritable"/>.</summary>
    public static void Write(Utf8JsonWriter writer, SqlValue value)
    {
        if (value.TryGetElement(out var element))
        {
            writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(element), skipInputValidation: true);
            return;
        }

        switch (value.Kind)
        {
            case SqlValueKind.Null:
                writer.WriteNullValue();
                break;
            case SqlValueKind.Boolean:
                writer.WriteBooleanValue(value.IsTrue);
                break;
            case SqlValueKind.Number:
                value.ExactNumber.Write(writer);
                break;
            case SqlValueKind.String:
                writer.WriteStringValue(value.Text);
                break;
            case SqlValueKind.Array:
                WriteItems(writer, value);
                break;
            case SqlValueKind.Object:
                WriteMembers(writer, value);
                break;
            default:
                throw new InvalidOperationException("An undefined value has no JSON.");
        }
    }

    private static void WriteItems(Utf8JsonWriter writer, SqlValue array)
    {
        writer.WriteStartArray();
        foreach (var item in array.Items())
        {
            Write(writer, item);
        }

        writer.WriteEndArray();
    }

    private static void WriteMembers(Utf8JsonWriter writer, SqlValue value)
    {
        writer.WriteStartObject();
        foreach (var (name, member) in value.Members())
        {
            writer.WritePropertyName(name);
            Write(writer, member);
        }

        writer.WriteEndObject();
    }
}
