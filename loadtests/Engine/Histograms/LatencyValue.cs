using System.Text.Json;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>A latency figure in milliseconds: an exact value, a lower bound, or the reason why there is no value.</summary>
/// <param name="Milliseconds">Null when the value is not stated, or when nothing was measured.</param>
/// <param name="AtLeast">Whether the value is a lower bound, because of unfinished requests or dropped arrivals.</param>
/// <param name="NotStated">Why there is no value although requests were measured; null otherwise.</param>
[JsonConverter(typeof(LatencyValueConverter))]
public readonly record struct LatencyValue(double? Milliseconds, bool AtLeast = false, string? NotStated = null)
{
    /// <summary>The value when nothing was measured.</summary>
    public static LatencyValue None => default;

    public static LatencyValue FromMicroseconds(double microseconds, bool atLeast) => new(microseconds / 1_000, atLeast);

    /// <summary>An exact value.</summary>
    public static implicit operator LatencyValue(double milliseconds) => new(milliseconds);

    /// <summary>The JSON names of the values that are lower bounds; null when there are none.</summary>
    public static IReadOnlyList<string>? BoundNames(params IReadOnlyList<(string Name, LatencyValue Value)> values)
    {
        var bounds = values.Where(each => each.Value.AtLeast);
        string[] names = [.. bounds.Select(each => JsonNamingPolicy.CamelCase.ConvertName(each.Name))];
        return names.Length > 0 ? names : null;
    }

    /// <summary>A value that was read from JSON, which is only a number, as the lower bound that it was when written.</summary>
    /// <param name="bounds">The result of <see cref="BoundNames"/>.</param>
    public LatencyValue WithBound(IReadOnlyList<string>? bounds, string name) =>
        this with { AtLeast = bounds?.Contains(JsonNamingPolicy.CamelCase.ConvertName(name)) == true };

    /// <summary>"12.3", "at least 12.3", or a dash when there is no value.</summary>
    /// <param name="number">Formats the milliseconds.</param>
    /// <param name="unit">With a leading blank, for example " ms"; not written after a dash.</param>
    public string ToText(Func<double, string> number, string unit = "") =>
        Milliseconds is { } value ? $"{(AtLeast ? "at least " : "")}{number(value)}{unit}" : "–";
}

/// <summary>Milliseconds as a number, or null. The object that contains the value lists its lower bounds.</summary>
internal sealed class LatencyValueConverter : JsonConverter<LatencyValue>
{
    public override bool HandleNull => true;

    public override LatencyValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(reader.TokenType == JsonTokenType.Null ? null : reader.GetDouble());

    public override void Write(Utf8JsonWriter writer, LatencyValue value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, value.Milliseconds, options);
}
