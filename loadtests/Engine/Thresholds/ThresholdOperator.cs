namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>The comparison of a figure with its limit.</summary>
public enum ThresholdOperator
{
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
}

/// <summary>The signs and the meaning of the comparisons.</summary>
public static class ThresholdOperators
{
    /// <summary>The longer ones first, the order in which a parser must try them.</summary>
    public static IReadOnlyList<(string Text, ThresholdOperator Operator)> All { get; } =
    [
        ("<=", ThresholdOperator.AtMost),
        (">=", ThresholdOperator.AtLeast),
        ("==", ThresholdOperator.Equal),
        ("<", ThresholdOperator.Less),
        (">", ThresholdOperator.Greater),
    ];

    public static bool Holds(this ThresholdOperator comparison, double value, double limit) =>
        comparison.CanHold(value, value, limit);

    /// <summary>Whether any value from <paramref name="lowest"/> to <paramref name="highest"/> fulfils the comparison.</summary>
    public static bool CanHold(this ThresholdOperator comparison, double lowest, double highest, double limit) =>
        comparison switch
        {
            ThresholdOperator.Less => lowest < limit,
            ThresholdOperator.AtMost => lowest <= limit,
            ThresholdOperator.Greater => highest > limit,
            ThresholdOperator.AtLeast => highest >= limit,
            _ => lowest <= limit && limit <= highest,
        };

    public static string Text(this ThresholdOperator comparison) => All.First(each => each.Operator == comparison).Text;
}
