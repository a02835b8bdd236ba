namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>How certain a finding is, the most certain first.</summary>
public enum Confidence
{
    /// <summary>
    /// The effect of the cause is measured directly, it takes at least a tenth of latency or throughput, and the run shows no
    /// other explanation.
    /// </summary>
    Certain,

    /// <summary>Like <see cref="Certain"/>, but a smaller share, an exclusion of other causes, or a stated doubt.</summary>
    Likely,

    /// <summary>The run only shows where the time is spent, or only part of the requests shows the cause.</summary>
    Possible,
}
