namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Something that holds a run back.</summary>
/// <param name="Title">What it is, in one sentence.</param>
/// <param name="Evidence">Sentences with the figures that speak for it.</param>
/// <param name="Share">How much it takes, from 0 to 1, of what <paramref name="Of"/> says.</param>
/// <param name="NextSteps">What to do about it, the best first.</param>
public sealed record Finding(
    Cause Cause, string Title, IReadOnlyList<string> Evidence, double Share, Loss Of, IReadOnlyList<NextStep> NextSteps)
{
    /// <summary>From this share on, a cause costs more than two runs of the same system differ by.</summary>
    public const double CertainShare = 0.1;

    /// <summary>
    /// Why the finding is not certain although its share is large enough; null where nothing speaks against it.
    /// </summary>
    public string? Doubt { get; init; }

    public Confidence Confidence { get; init; } = Share >= CertainShare ? Confidence.Certain : Confidence.Likely;

    /// <summary>The same finding, of which something else may be the cause; unchanged without a doubt.</summary>
    public Finding Unless(string? doubt) =>
        doubt is null ? this : this with { Doubt = Doubt ?? doubt, Confidence = Confidence.Likely };

    /// <summary>
    /// The order in which findings are to be dealt with. While a resource is used up, whatever else gets faster only waits longer
    /// for it; and while the load generator is at its limit, no other figure can be trusted.
    /// </summary>
    public Urgency Urgency => Cause switch
    {
        Cause.LoadGenerator => Urgency.Untrusted,
        Cause.RequestUnits or Cause.HotPartition or Cause.HotKey or Cause.ConnectionPool or Cause.BusyProcess
            or Cause.ThreadStarvation or Cause.LockContention => Urgency.UsedUp,
        Cause.Unknown => Urgency.Unexplained,
        _ => Urgency.Slow,
    };
}

public enum Loss
{
    Latency,
    Throughput,
}

/// <summary>From the most urgent.</summary>
public enum Urgency
{
    /// <summary>The measurement is not to be trusted.</summary>
    Untrusted,

    /// <summary>A resource has nothing left to give.</summary>
    UsedUp,

    /// <summary>Something takes longer than it need.</summary>
    Slow,

    /// <summary>Time is lost, and no known cause explains it.</summary>
    Unexplained,
}
