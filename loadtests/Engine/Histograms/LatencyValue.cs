using System.Text.Json;
using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>A latency figure in milliseconds: an exact one, a lower bound, or none with the reason.</summary>
/// <param name="Milliseconds">Null where it is not stated, or where there is nothing to measure.</param>
/// <param name="AtLeast">It falls among requests that timed out or were not answered: the value is a lower bound.</param>
/// <param name="NotStated">Why there is no value although requests were measured; null otherwise.</param>
[JsonConverter(typeof(LatencyValueConverter))]
public readonly record struct LatencyValue(double? Milliseconds, bool AtLeast = false, string? NotStated = null)
{
    /// <summary>For a run in which nothing was measured.</summary>
    public static LatencyValue None => default;

    public static LatencyValue FromMicroseconds(double microseconds, bool atLeast) => new(microseconds / 1_000, atLeast);

    /// <summary>Zero in place of nothing, for figures of an empty distribution; what is not stated stays so.</summary>
    public LatencyValue OrZero() => Milliseconds is null && NotStated is null ? new LatencyValue(0) : this;

    /// <summary>The names, as JSON has them, of the values that are lower bounds; null where none is.</summary>
    public static IReadOnlyList<string>? BoundNames(params ReadOnlySpan<(string Name, LatencyValue Value)> values)
    {
        var names = new List<string>();
        foreach (var (name, value) in values)
        {
            if (value.AtLeast)
            {
                names.Add(JsonNamingPolicy.CamelCase.ConvertName(name));
            }
        }

        return names.Count > 0 ? names : null;
    }

    /// <summary>"12.3", "at least 12.3", or a dash where there is no value.</summary>
    /// <param name="number">Writes the milliseconds as the reader's table does.</param>
    /// <param name="unit">With its blank, for example " ms"; not written after a dash.</param>
    public string ToText(Func<double, string> number, string unit = "") =>
        Milliseconds is { } value ? $"{(AtLeast ? "at least " : "")}{number(value)}{unit}" : "–";
}

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
