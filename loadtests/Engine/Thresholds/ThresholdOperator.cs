namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>The comparison of a figure with its limit.</summary>
/// <param name="Text">Its sign.</param>
public sealed record ThresholdOperator(string Text, ThresholdTest CanHold)
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

/// <summary>Whether any value from <paramref name="lowest"/> to <paramref name="highest"/> fulfils the comparison.</summary>
public delegate bool ThresholdTest(double lowest, double highest, double limit);
