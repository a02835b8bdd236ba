using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>A long load at a constant rate: the content of <c>soak.json</c>.</summary>
/// <param name="Rate">Arrivals per second.</param>
/// <param name="Capacity">The capacity that the rate is a share of, in requests
/// per second; null where the rate was given.</param>
/// <param name="Seconds">That really passed.</param>
/// <param name="CutOff">Unanswered when the load ended and for a while after, or due and not sent.</param>
public sealed record SoakRecord(
    StudyEnvelope Envelope,
    string Target,
    double Rate,
    double? Capacity,
    double Seconds,
    long Completed,
    long Failed,
    long Dropped,
    long CutOff,
    IReadOnlyList<SoakSeries> Series);

/// <summary>One figure over time.</summary>
/// <param name="Subject">The process, or <c>requests</c>.</param>
/// <param name="Unit">Of its values; those of the slope are per hour.</param>
public sealed record SoakSeries(string Subject, string Figure, string Unit, IReadOnlyList<SoakPoint> Points)
{
    /// <summary>Null where the run was too short to tell.</summary>
    public Trend? Trend => Soak.Trend.FromPoints(
        [.. Points.Where(point => point.Value is not null).Select(point => (point.Second, point.Value!.Value))]);
}

/// <summary>A value. <paramref name="Second"/> counts from the start of the measured load.</summary>
/// <param name="Value">Null where it is not stated, since too many arrivals were dropped.</param>
/// <param name="AtLeast">It is a lower bound, since requests timed out or were not answered.</param>
public readonly record struct SoakPoint(double Second, double? Value, bool AtLeast = false);
