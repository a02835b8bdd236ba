using System.Runtime.InteropServices;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>Values as JSON: a value of a document exactly as it is stored, a computed value as it is serialized.</summary>
internal static class SqlJson
{
    /// <summary>Writes a value that <see cref="CosmosValue.IsWritable"/>.</summary>
    public static void Write(Utf8JsonWriter writer, CosmosValue value)
    {
        if (value.TryGetElement(out var element))
        {
            writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(element), skipInputValidation: true);
            return;
        }

        switch (value.Kind)
        {
            case CosmosValueKind.Null:
                writer.WriteNullValue();
                break;
            case CosmosValueKind.True or CosmosValueKind.False:
                writer.WriteBooleanValue(value.IsTrue);
                break;
            case CosmosValueKind.Number:
                value.ExactNumber.Write(writer);
                break;
            case CosmosValueKind.String:
                writer.WriteStringValue(value.Text);
                break;
            case CosmosValueKind.Array:
                WriteItems(writer, value);
                break;
            case CosmosValueKind.Object:
                WriteMembers(writer, value);
                break;
            default:
                throw new InvalidOperationException("An undefined value has no JSON.");
        }
    }

    private static void WriteItems(Utf8JsonWriter writer, CosmosValue array)
    {
        writer.WriteStartArray();
        foreach (var item in array.Items())
        {
            Write(writer, item);
        }

        writer.WriteEndArray();
    }

    private static void WriteMembers(Utf8JsonWriter writer, CosmosValue value)
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
