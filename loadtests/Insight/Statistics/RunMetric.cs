using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A figure that runs are compared by.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Title">With its unit, for a reader.</param>
/// <param name="Value">The figure of a whole run; 0 or less where it was not measured.</param>
public sealed record RunMetric(string Name, string Title, BetterWhen Better, Func<RunRecord, double> Value)
{
    /// <summary>The process whose CPU is not the system's own.</summary>
    internal const string LoadGenerator = "load-generator";

    private const double MillisecondsInSecond = 1000;

    public static IReadOnlyList<RunMetric> All { get; } =
    [
        new("req/s", "Requests/s", BetterWhen.Higher, run => run.Load.RequestsPerSecond)
        {
            Part = second => new Ratio(second.Successful, second.Length),
        },
        new("mean", "Mean latency, ms", BetterWhen.Lower, run => run.Load.Latency.MeanMs)
        {
            Part = second => new Ratio(second.LatencySumMs, second.Successful),
        },
        new("p50", "p50 latency, ms", BetterWhen.Lower, run => run.Load.Latency.P50Ms) { Percentile = 0.5 },
        new("p95", "p95 latency, ms", BetterWhen.Lower, run => run.Load.Latency.P95Ms) { Percentile = 0.95 },
        new("p99", "p99 latency, ms", BetterWhen.Lower, run => run.Load.Latency.P99Ms) { Percentile = 0.99 },
        new("ru", "RU per operation", BetterWhen.Lower, run => ScenarioFigures.From(run).RequestUnitsPerOperation)
        {
            Part = second => new Ratio(second.RequestUnits, second.Requests),
        },
        new("calls", "Cosmos DB calls per operation", BetterWhen.Lower, run => ScenarioFigures.From(run).DataCallsPerOperation)
        {
            Part = second => new Ratio(second.Calls, second.Requests),
        },
        new("cpu", "CPU per request, ms", BetterWhen.Lower, CpuPerRequest)
        {
            Part = second => new Ratio(second.CpuSeconds, second.Requests),
        },
    ];

    public static string Names => string.Join(", ", All.Select(metric => metric.Name));

    /// <summary>What one second adds above and below the fraction bar; null for a percentile.</summary>
    internal Func<RunSecond, Ratio>? Part { get; init; }

    /// <summary>From 0 to 1; null for what is a ratio.</summary>
    internal double? Percentile { get; init; }

    /// <exception cref="FormatException">No figure has that name; the message lists those there are.</exception>
    public static RunMetric Find(string name) =>
        All.FirstOrDefault(metric => metric.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new FormatException($"There is no figure '{name}'. Figures: {Names}.");

    /// <summary>Of emulator and services together, for each request that was sent.</summary>
    private static double CpuPerRequest(RunRecord run)
    {
        var cores = run.Processes.Where(process => process.Name != LoadGenerator).Sum(process => process.CpuMeanCores);
        return run.Load.Sent > 0 ? cores * run.Load.DurationSeconds * MillisecondsInSecond / run.Load.Sent : 0;
    }
}

/// <summary>Two sums whose quotient is a figure.</summary>
internal readonly record struct Ratio(double Above, double Below);
