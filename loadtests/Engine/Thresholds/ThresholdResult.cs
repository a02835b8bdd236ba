using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>The result of a threshold. A figure that was not measured, or that is not stated, misses it.</summary>
/// <param name="Threshold">As it was given.</param>
/// <param name="Measured">In <paramref name="Unit"/>; null where there is no number.</param>
public sealed record ThresholdResult(string Threshold, string Figure, double? Measured, LimitUnit Unit, bool Met)
{
    /// <summary>Why there is no number: a clause; null where there is one, or where nothing was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Reason { get; init; }

    /// <summary>One line: "missed: p99&lt;250ms (p99 was 312.4ms)".</summary>
    public override string ToString() => $"{(Met ? "met" : "missed")}: {Threshold} ({Explanation})";

    private string Explanation => Measured is { } value ? $"{Figure} was {LimitText.Format(value, Unit)}"
        : Reason ?? "there was nothing to measure it by";
}
