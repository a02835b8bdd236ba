namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>The comparison of a figure with its limit.</summary>
/// <param name="Text">Its sign.</param>
/// <param name="CanHold">Whether any value from the first number to the second fulfils it; the third one is the limit.</param>
public sealed record ThresholdOperator(string Text, Func<double, double, double, bool> CanHold)
{
    /// <summary>The longer ones first, the order in which a parser must try them.</summary>
    public static IReadOnlyList<ThresholdOperator> All { get; } =
    [
        new("<=", (lowest, _, limit) => lowest <= limit),
        new(">=", (_, highest, limit) => highest >= limit),
        new("==", (lowest, highest, limit) => lowest <= limit && limit <= highest),
        new("<", (lowest, _, limit) => lowest < limit),
        new(">", (_, highest, limit) => highest > limit),
    ];

    public bool Holds(double value, double limit) => CanHold(value, value, limit);
}
