namespace DroneDelivery.LoadTests.Insight.Advice.Findings;

/// <summary>A cause that limits a run.</summary>
/// <param name="Title">The cause, in one sentence.</param>
/// <param name="Evidence">Sentences with the figures that support the finding.</param>
/// <param name="Share">How much the cause takes, from 0 to 1, of <paramref name="Of"/>.</param>
/// <param name="NextSteps">Steps to fix the cause, the best first.</param>
public sealed record Finding(
    Cause Cause, string Title, IReadOnlyList<string> Evidence, double Share, IReadOnlyList<NextStep> NextSteps,
    Loss Of = Loss.Latency)
{
    /// <summary>From this share on, a cause costs more than the difference between two runs of the same system.</summary>
    public const double CertainShare = 0.1;

    /// <summary>Why the finding is not certain although its share is large enough; null without a doubt.</summary>
    public string? Doubt { get; init; }

    public Confidence Confidence { get; init; } = Share >= CertainShare ? Confidence.Certain : Confidence.Likely;

    /// <summary>The same finding with the doubt, and likely instead of certain; unchanged if the doubt is null.</summary>
    public Finding WithDoubt(string? doubt) =>
        doubt is null ? this : this with { Doubt = Doubt ?? doubt, Confidence = Confidence.Likely };

    /// <summary>A finding with one step, which shortens requests by the time that the cause takes.</summary>
    /// <param name="lostMs">That time, mean over all requests.</param>
    internal static Finding FromLostTime(
        RunEvidence run, Cause cause, double lostMs, string title, IReadOnlyList<string> evidence, string step) =>
        new(cause, title, evidence, run.ShareOfLatency(lostMs), [new(step, Prediction: new Predictor(run).Shorter(lostMs))]);

    /// <summary>
    /// The order in which to fix findings. While a resource is exhausted, faster requests only wait longer for it. While the load
    /// generator is at its limit, no other figure is reliable.
    /// </summary>
    public Urgency Urgency => Cause switch
    {
        Cause.LoadGenerator => Urgency.Untrusted,
        Cause.RequestUnits or Cause.HotPartition or Cause.HotKey or Cause.ConnectionPool
            or Cause.ConcurrencyLimit or Cause.BusyProcess or Cause.ThreadStarvation or Cause.LockContention => Urgency.UsedUp,
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
    /// <summary>The measurement is not reliable.</summary>
    Untrusted,

    /// <summary>A resource is exhausted.</summary>
    UsedUp,

    /// <summary>Something takes longer than necessary.</summary>
    Slow,

    /// <summary>Time is lost, and no known cause explains it.</summary>
    Unexplained,
}

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
