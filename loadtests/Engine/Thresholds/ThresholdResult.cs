namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>What came of a threshold. A figure that was not measured misses it: nobody knows that it is well.</summary>
/// <param name="Threshold">As it was asked for.</param>
/// <param name="Measured">In <paramref name="Unit"/>; null where there was nothing to measure.</param>
public sealed record ThresholdResult(string Threshold, string Figure, double? Measured, LimitUnit Unit, bool Met)
{
    /// <summary>One line: "missed: p99&lt;250ms (p99 was 312.4ms)".</summary>
    public override string ToString() => Measured is { } value
        ? $"{(Met ? "met" : "missed")}: {Threshold} ({Figure} was {LimitText.Of(value, Unit)})"
        : $"missed: {Threshold} (there was nothing to measure it by)";
}
