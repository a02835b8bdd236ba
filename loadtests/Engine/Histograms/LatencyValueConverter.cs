using System.Text.Json;
using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>Milliseconds as a number, or null. The object that holds the value names its lower bounds.</summary>
internal sealed class LatencyValueConverter : JsonConverter<LatencyValue>
{
    public override bool HandleNull => true;

    public override LatencyValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(reader.TokenType == JsonTokenType.Null ? null : reader.GetDouble());

    public override void Write(Utf8JsonWriter writer, LatencyValue value, JsonSerializerOptions options)
    {
        if (value.Milliseconds is { } milliseconds)
        {
            writer.WriteNumberValue(milliseconds);
        }
        else
        {
            writer.WriteNullValue();
        }
    }
}
