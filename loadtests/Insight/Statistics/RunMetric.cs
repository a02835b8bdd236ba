namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A figure that runs are compared by.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Title">The title with the unit, for tables.</param>
/// <param name="Value">The figure of a whole run; 0 or less if it was not measured or is not stated.</param>
public sealed record RunMetric(string Name, string Title, BetterWhen Better, Func<RunRecord, double> Value)
{
    /// <summary>The process whose CPU does not count as CPU of the system under test.</summary>
    internal const string LoadGenerator = "load-generator";

    public static IReadOnlyList<RunMetric> All { get; } =
    [
        new("req/s", "Requests/s", BetterWhen.Higher, run => run.Load.RequestsPerSecond)
        {
            Part = second => new Ratio(second.Successful, second.Length),
        },
        ForLatency("mean", "Mean latency, ms", latency => latency.Mean) with
        {
            Part = second => new Ratio(second.LatencySumMs, second.LatencyCount),
        },
        ForLatency("p50", "p50 latency, ms", latency => latency.P50) with { Percentile = 50 },
        ForLatency("p95", "p95 latency, ms", latency => latency.P95) with { Percentile = 95 },
        ForLatency("p99", "p99 latency, ms", latency => latency.P99) with { Percentile = 99 },
        new("ru", "RU per operation", BetterWhen.Lower, run => new ScenarioFigures(run).RequestUnitsPerOperation)
        {
            Part = second => new Ratio(second.RequestUnits, second.Requests),
        },
        new("calls", "Cosmos DB calls per operation", BetterWhen.Lower, run => new ScenarioFigures(run).DataCallsPerOperation)
        {
            Part = second => new Ratio(second.Calls, second.Requests),
        },
        new("cpu", "CPU per request, ms", BetterWhen.Lower, CpuPerRequest)
        {
            Part = second => new Ratio(second.CpuSeconds, second.Requests),
        },
    ];

    public static string Names => string.Join(", ", All.Select(metric => metric.Name));

    /// <summary>The contribution of one second to numerator and denominator; null for a percentile.</summary>
    internal Func<RunSecond, Ratio>? Part { get; init; }

    /// <summary>From 0 to 100; null for a ratio.</summary>
    internal double? Percentile { get; init; }

    /// <summary>Null if the figure is not a latency.</summary>
    private Func<LatencySummary, LatencyValue>? Latency { get; init; }

    public bool IsLatency => Latency is not null;

    /// <exception cref="FormatException">No figure has that name; the message lists all names.</exception>
    public static RunMetric Find(string name) =>
        All.FirstOrDefault(metric => metric.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new FormatException($"There is no figure '{name}'. Figures: {Names}.");

    /// <summary>Whether <see cref="Value"/> is a lower bound: the figure falls among requests without an answer.</summary>
    public bool IsLowerBound(RunRecord run) => Latency?.Invoke(run.Load.Latency).AtLeast == true;

    /// <summary>The reason, as a clause, why a run that measured requests does not state the figure; null if it does.</summary>
    public string? WhyNotStated(RunRecord run) => Latency?.Invoke(run.Load.Latency).NotStated;

    private static RunMetric ForLatency(string name, string title, Func<LatencySummary, LatencyValue> latency) =>
        new(name, title, BetterWhen.Lower, run => latency(run.Load.Latency).Milliseconds ?? 0) { Latency = latency };

    /// <summary>CPU of emulator and services together, in milliseconds per request that was sent.</summary>
    private static double CpuPerRequest(RunRecord run)
    {
        var cores = run.Processes.Where(process => process.Name != LoadGenerator).Sum(process => process.CpuMeanCores);
        return run.Load.Sent > 0 ? cores * run.Load.DurationSeconds * 1000 / run.Load.Sent : 0;
    }
}

/// <summary>Numerator and denominator of a figure.</summary>
internal readonly record struct Ratio(double Above, double Below);
