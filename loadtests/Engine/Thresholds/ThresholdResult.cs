namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>The result of a threshold. It is missed if its figure was not measured or is not stated.</summary>
/// <param name="Threshold">The threshold as text.</param>
/// <param name="Measured">In <paramref name="Unit"/>; null without a number.</param>
public sealed record ThresholdResult(string Threshold, string Figure, double? Measured, LimitUnit Unit, bool Met)
{
    /// <summary>Why there is no number, as a clause; null if there is one, or if nothing was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Reason { get; init; }

    /// <summary>One line: "missed: p99&lt;250ms (p99 was 312.4ms)".</summary>
    public override string ToString() => $"{(Met ? "met" : "missed")}: {Threshold} ({Explanation})";

    /// <summary>The measured figure with its unit, or why there is none.</summary>
    [JsonIgnore]
    public string MeasuredText => Measured is { } value ? $"{new ThresholdLimit(value, Unit)}" : Reason ?? "nothing was measured";

    /// <summary>The threshold without the name of its figure: <c>&lt;250ms</c>.</summary>
    [JsonIgnore]
    public string Limit => Threshold[Figure.Length..];

    private string Explanation => Measured is null ? MeasuredText : $"{Figure} was {MeasuredText}";
}
