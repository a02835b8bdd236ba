namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>A long load at a constant rate: the content of <c>soak.json</c>.</summary>
/// <param name="Rate">Arrivals per second.</param>
/// <param name="Capacity">The capacity that the rate is a share of, in requests per second; null if the rate was given.</param>
/// <param name="Seconds">The actual duration of the load.</param>
/// <param name="CutOff">Requests that were due and not sent, or unanswered after the grace period at the end.</param>
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
/// <param name="Unit">The unit of the values; slopes are in this unit per hour.</param>
public sealed record SoakSeries(string Subject, string Figure, string Unit, IReadOnlyList<SoakPoint> Points)
{
    /// <summary>Null if the run was too short for a trend.</summary>
    public Trend? Trend => Soak.Trend.FromPoints(
        [.. Points.Where(point => point.Value is not null).Select(point => (point.Second, point.Value!.Value))]);
}

/// <summary>A value at a time. <paramref name="Second"/> counts from the start of the measured load.</summary>
/// <param name="Value">Null if too many arrivals were dropped for the value to be known.</param>
/// <param name="AtLeast">Whether the value is a lower bound, since requests timed out or were not answered.</param>
public readonly record struct SoakPoint(double Second, double? Value, bool AtLeast = false);
