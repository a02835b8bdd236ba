using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>
/// What the tuning study published: its article, and its raw data (src/loadtest/readme.md of
/// mspnp/aks-fabrikam-dronedelivery-workload on GitHub, which calls the service under study DroneScheduler).
/// </summary>
internal static class PublishedStudy
{
    /// <summary>Length of each test in seconds.</summary>
    private const double Seconds = 480;

    /// <summary>Mean number of users, from 1 to 40 in equal steps.</summary>
    private const double MeanUsers = 20.5;

    /// <param name="article">The figures of the article.</param>
    /// <param name="usedDirectMode">Whether the SDK used Direct mode; such a test also ran on another day.</param>
    public static PublishedFigures Create(
        PublishedFigures article, double maxRequestsPerSecond, (double P50, double P95, double P99) latencyMs, long operations,
        (long Successful, long Throttled) calls, (double MaxRequestUnits, double Budget) partition,
        (double Max, double Mean) cpuShare, bool usedDirectMode = false)
    {
        // Little's law: users / throughput of the operation - its mean latency.
        var outside = (MeanUsers * Seconds / operations) - (article.MeanMs / 1000);
        var notes = new Dictionary<PublishedNote, string>
        {
            [PublishedNote.Throughput] = $"In the study a user spent {outside:0.00} s outside the operation in this test"
                + (usedDirectMode ? ", which used Direct mode and ran on another day than the others." : "."),
            [PublishedNote.Latency] = "The published latencies are of the service's own operation, those measured here of the "
                + "clients, with their simulated round trip.",
            [PublishedNote.Percentiles] = "No model here reproduces medians as far below the means as in the study.",
            [PublishedNote.Calls] = "The study counted calls, query-plan requests and retries together.",
            [PublishedNote.Cpu] = "CPU: the study measured its cluster, three nodes of two cores with three replicas of each "
                + "service. Measured here: the whole machine, including database and load generator.",
        };
        if (calls.Throttled != article.ThrottledCalls)
        {
            notes[PublishedNote.ThrottledCalls] = $"The article prints {article.ThrottledCalls:N0} calls answered 429, "
                + $"the study's raw data {calls.Throttled:N0}. Totals cover {Seconds:0} s.";
        }

        return article with
        {
            Seconds = Seconds,
            Notes = notes,
            Raw = new()
            {
                MaxRequestsPerSecond = maxRequestsPerSecond, Operations = operations,
                P50Ms = latencyMs.P50, P95Ms = latencyMs.P95, P99Ms = latencyMs.P99,
                SuccessfulCalls = calls.Successful, ThrottledCalls = calls.Throttled,
                MaxPartitionRequestUnitsPerSecond = partition.MaxRequestUnits, PartitionBudgetPerSecond = partition.Budget,
                MaxCpuShare = cpuShare.Max, MeanCpuShare = cpuShare.Mean,
            },
        };
    }
}
