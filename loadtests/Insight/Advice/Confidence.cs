namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>How sure a finding is. From the surest.</summary>
public enum Confidence
{
    /// <summary>
    /// What the cause does is measured where it acts, it takes a tenth of latency or throughput or more, and nothing else that
    /// the run shows explains it.
    /// </summary>
    Certain,

    /// <summary>As certain, but it takes less than a tenth, follows from excluding other causes, or has a stated doubt.</summary>
    Likely,

    /// <summary>Only where the time is, or what part of the requests shows.</summary>
    Possible,
}
