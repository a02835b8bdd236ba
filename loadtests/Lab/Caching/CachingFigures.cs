namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>
/// The rate, errors, latency and CPU of one run. If its arrivals are iterations, rate, errors and latency are those of their
/// requests.
/// </summary>
public sealed record CachingFigures(CachingVariant Variant, RunRecord Record)
{
    /// <summary>The suffix of a smoke run's scenario in the manifest, after the variant's name.</summary>
    public const string SmokeSuffix = "-smoke";

    /// <summary>The scenario in the manifest of a load that fills a cache; it is not part of the study.</summary>
    public const string WarmUp = "warm-up";

    /// <summary>Null without a cache, or without metrics.</summary>
    public CacheUse? Use { get; init; }

    public bool IsSmoke => Record.Manifest.Scenario.EndsWith(SmokeSuffix, StringComparison.Ordinal);

    /// <summary>Whether the load ran to its end: in a part of a breakpoint, fewer requests arrive per second.</summary>
    public bool IsWhole => !Record.Manifest.Interrupted;

    /// <summary>Whether an arrival is an iteration of several requests.</summary>
    public bool HasIterations => Requests is not null;

    /// <summary>The requests of iterations; null if each arrival is one request.</summary>
    private CallRecord? Requests => Record.Load.AllCalls;

    /// <summary>Successful requests that were answered during the load, per second.</summary>
    public double RequestsPerSecond => Requests is null
        ? Record.Load.RequestsPerSecond
        : Record.Load.Seconds.Sum(SuccessfulIn) / Record.Load.DurationSeconds;

    public LatencyValue P95 => (Requests?.Latency ?? Record.Load.Latency).P95;

    /// <summary>The 95th percentile of successes alone; null if no request failed, or all did.</summary>
    public double? SuccessP95Ms => Requests is { } requests ? requests.Successes?.P95Ms
        : Record.Load.Successful > 0 ? Record.Load.Successes?.P95Ms : null;

    public double FailedShare => Requests?.FailedShare ?? Record.Load.FailedShare;

    /// <summary>Arrivals a second in the first second in which a request failed; null if none failed before the end.</summary>
    public double? FirstErrorPerSecond => Record.Load.Seconds.Where(second => FailedIn(second) > 0)
        .Select(second => (double?)(second.Sent + (second.Dropped ?? 0)) / second.Length).FirstOrDefault();

    /// <summary>The share of arrivals, 0 to 1, dropped since too many requests were in flight; null for a closed loop.</summary>
    public double? DroppedShare =>
        Record.Load.Arrivals is { Asked: > 0 and var due, Dropped: { } dropped } ? dropped / due : null;

    public static double SuccessfulIn(SecondSample second) => second.Calls - second.FailedCalls ?? second.Successful;

    public static double FailedIn(SecondSample second) => second.FailedCalls ?? second.Failed;

    /// <summary>Null for a warm-up.</summary>
    /// <exception cref="InvalidDataException">The run is of another lab.</exception>
    public static CachingFigures? FromRecord(RunRecord record)
    {
        if (record.Manifest is { Lab: CachingLab.Name, Scenario: WarmUp })
        {
            return null;
        }

        var name = record.Manifest.Scenario.Replace(SmokeSuffix, "", StringComparison.Ordinal);
        return record.Manifest.Lab == CachingLab.Name && CachingLab.Find(name) is { } variant
            ? new CachingFigures(variant, record)
            : throw new InvalidDataException($"{record.Manifest.Title} is no run of the {CachingLab.Name} lab.");
    }
}
