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

    private string Explanation => Measured is { } value ? $"{Figure} was {new ThresholdLimit(value, Unit)}"
        : Reason ?? "nothing was measured";
}
