namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>
/// The goals of the study, as far as its complete runs show them: the published order, and no collapse of a cold cache.
/// </summary>
internal static class CachingVerdicts
{
    private const double MaxFailedShare = 0.01;
    private const double MinOfWarmed = 0.9;

    /// <summary>Variants that answer all arrivals have the same rate, except for their last requests.</summary>
    private const double SameRate = 0.99;

    private static readonly CachingVariant[] PublishedOrder =
        [CachingLab.None, CachingLab.ServiceRedis, CachingLab.GatewayStampede, CachingLab.GatewayWarmed];

    /// <summary>What the published cold run lacked is coalescing, or load shedding instead.</summary>
    private static readonly CachingVariant[] Cures = [CachingLab.GatewayCold, CachingLab.GatewayStampedeShedding];

    public static IEnumerable<StudyVerdict> FromRuns(IReadOnlyList<CachingFigures> breakpoints)
    {
        var ordered = Choose(PublishedOrder);
        if (ordered.Count == PublishedOrder.Length)
        {
            yield return new StudyVerdict(
                "Throughput grows in the published order: "
                + $"{string.Join("; ", ordered.Select(run => run.Variant.Title))}",
                $"{string.Join(", ", ordered.Select(run => Short(run.RequestsPerSecond)))} req/s",
                ordered.Zip(ordered.Skip(1))
                    .All(pair => pair.Second.RequestsPerSecond >= pair.First.RequestsPerSecond * SameRate),
                Runs: 1);
        }

        if (Choose(CachingLab.GatewayWarmed) is [var warmed])
        {
            foreach (var run in Choose(Cures))
            {
                var ofWarmed = run.RequestsPerSecond / warmed.RequestsPerSecond;
                yield return new StudyVerdict(
                    $"{Capitalized(run.Variant.Title)}: at most {Share(MaxFailedShare)} of requests fail, and throughput is "
                    + $"at least {Share(MinOfWarmed)} of that of the warmed cache",
                    $"{Share(run.FailedShare)}, and {Share(ofWarmed)}",
                    run.FailedShare <= MaxFailedShare && ofWarmed >= MinOfWarmed,
                    Runs: 1);
            }
        }

        List<CachingFigures> Choose(params CachingVariant[] variants) =>
            [.. variants.SelectMany(variant => breakpoints.Where(run => run.IsWhole && run.Variant == variant))];
    }
}
