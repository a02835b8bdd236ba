namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The rate, errors, latency and CPU of one run.</summary>
public sealed record CachingFigures(CachingVariant Variant, RunRecord Record)
{
    /// <summary>The suffix of a smoke run's scenario in the manifest, after the variant's name.</summary>
    public const string SmokeSuffix = "-smoke";

    /// <summary>The scenario in the manifest of a load that fills a cache; it is not part of the study.</summary>
    public const string WarmUp = "warm-up";

    public bool IsSmoke => Record.Manifest.Scenario.EndsWith(SmokeSuffix, StringComparison.Ordinal);

    public LatencyValue P95 => Record.Load.Latency.P95;

    /// <summary>The share of arrivals, 0 to 1, dropped since too many requests were in flight; null for a closed loop.</summary>
    public double? DroppedShare =>
        Record.Load.Arrivals is { Asked: > 0 and var due, Dropped: { } dropped } ? dropped / due : null;

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
