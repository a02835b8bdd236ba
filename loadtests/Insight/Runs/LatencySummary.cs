namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// Latencies in milliseconds; null if the engine does not measure the figure, or if <see cref="NotStated"/> has its name: "mean",
/// "p50", ..., "p99.99", "max". A figure in <see cref="AtLeast"/> is a lower bound. Texts use the properties without unit, which
/// include that.
/// </summary>
public sealed record LatencySummary
{
    public required double MeanMs { get; init; }
    public required double? P50Ms { get => Stated("p50", field); init; }
    public required double? P75Ms { get => Stated("p75", field); init; }
    public double? P90Ms { get => Stated("p90", field); init; }
    public required double? P95Ms { get => Stated("p95", field); init; }
    public required double? P99Ms { get => Stated("p99", field); init; }
    public double? P999Ms { get => Stated("p99.9", field); init; }
    public double? P9999Ms { get => Stated("p99.99", field); init; }
    public double? MaxMs { get; init; }

    /// <summary>All figures by name, for tables.</summary>
    public static IReadOnlyList<(string Name, Func<LatencySummary, LatencyValue> Read)> Figures { get; } =
    [
        ("mean", latency => latency.Mean), ("p50", latency => latency.P50), ("p75", latency => latency.P75),
        ("p90", latency => latency.P90), ("p95", latency => latency.P95), ("p99", latency => latency.P99),
        ("p99.9", latency => latency.P999), ("p99.99", latency => latency.P9999), ("max", latency => latency.Max),
    ];

    /// <summary>Figures that fall among requests that timed out or were not answered; null if there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast { get; init; }

    /// <summary>Figures that cannot be stated because of dropped arrivals, with the reason; null if there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, string>? NotStated { get; init; }

    [JsonIgnore] public LatencyValue Mean => Value("mean", Stated("mean", MeanMs));
    [JsonIgnore] public LatencyValue P50 => Value("p50", P50Ms);
    [JsonIgnore] public LatencyValue P75 => Value("p75", P75Ms);
    [JsonIgnore] public LatencyValue P90 => Value("p90", P90Ms);
    [JsonIgnore] public LatencyValue P95 => Value("p95", P95Ms);
    [JsonIgnore] public LatencyValue P99 => Value("p99", P99Ms);
    [JsonIgnore] public LatencyValue P999 => Value("p99.9", P999Ms);
    [JsonIgnore] public LatencyValue P9999 => Value("p99.99", P9999Ms);
    [JsonIgnore] public LatencyValue Max => Value("max", MaxMs);

    public static LatencySummary FromDistribution(LatencyDistribution latency)
    {
        double[] percentiles = [50, 75, 90, 95, 99, 99.9, 99.99];
        (string Name, LatencyValue Value)[] figures =
        [
            ("mean", latency.Mean),
            ("max", latency.Max),
            .. percentiles.Select(percentile => ($"p{percentile}", latency.Percentile(percentile))),
        ];
        var notStated = figures.Where(figure => figure.Value.NotStated is not null)
            .ToDictionary(figure => figure.Name, figure => figure.Value.NotStated!);
        return FromHistogram(latency.All()) with
        {
            AtLeast = LatencyValue.BoundNames(figures),
            NotStated = notStated.Count > 0 ? notStated : null,
        };
    }

    public static LatencySummary FromHistogram(LatencyHistogram histogram)
    {
        double At(double percentile) => histogram.ValueAtPercentile(percentile) / 1_000.0;
        return new LatencySummary
        {
            MeanMs = histogram.Mean / 1_000, P50Ms = At(50), P75Ms = At(75), P90Ms = At(90), P95Ms = At(95), P99Ms = At(99),
            P999Ms = At(99.9), P9999Ms = At(99.99), MaxMs = histogram.Max / 1_000.0,
        };
    }

    /// <summary>A histogram also has a number for a percentile that is not stated.</summary>
    private double? Stated(string name, double? milliseconds) => NotStated?.ContainsKey(name) == true ? null : milliseconds;

    private LatencyValue Value(string name, double? milliseconds) =>
        new(milliseconds, AtLeast?.Contains(name) == true, NotStated?.GetValueOrDefault(name));
}
