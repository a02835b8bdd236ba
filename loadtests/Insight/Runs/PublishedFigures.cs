namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The figures of the tuning study's published article for one test.</summary>
/// <param name="RequestsPerSecond">Mean throughput of the clients over the whole test.</param>
/// <param name="MeanMs">Mean latency of the service's own operation in milliseconds.</param>
/// <param name="Successful">Successful requests in eight minutes.</param>
/// <param name="ThrottledCalls">Cosmos DB calls answered with 429; the raw data has a different number.</param>
/// <param name="RequestUnitsPerOperation">RU for each call of the operation under study.</param>
/// <param name="CallsPerOperation">Cosmos DB calls for each call of the operation under study, as the study counted them.</param>
public sealed record PublishedFigures(
    double RequestsPerSecond, double MeanMs, long Successful, long ThrottledCalls, double RequestUnitsPerOperation,
    double CallsPerOperation)
{
    /// <summary>Length of each test in seconds.</summary>
    public const double Seconds = 480;

    /// <summary>Mean number of users, from 1 to 40 in equal steps.</summary>
    public const double MeanUsers = 20.5;

    /// <summary>The raw data; null in records of older runs.</summary>
    public PublishedRawData? Raw { get; init; }
}

/// <summary>
/// The study's raw data for one test: src/loadtest/readme.md of mspnp/aks-fabrikam-dronedelivery-workload on GitHub. Throughput
/// is that of the clients; latencies are those of the service's own operation in Application Insights. Three replicas of each
/// service ran on three nodes of two cores. The readme calls the service under study DroneScheduler.
/// </summary>
public sealed record PublishedRawData
{
    public required double MaxRequestsPerSecond { get; init; }

    /// <summary>Like the other percentiles, the latency of the service's own operation in ms.</summary>
    public required double P50Ms { get; init; }
    public required double P95Ms { get; init; }
    public required double P99Ms { get; init; }

    /// <summary>Calls of the operation under study.</summary>
    public required long Operations { get; init; }

    /// <summary>Cosmos DB calls answered with 2xx.</summary>
    public required long SuccessfulCalls { get; init; }

    /// <summary>Cosmos DB calls answered with 429.</summary>
    public required long ThrottledCalls { get; init; }

    public required double MaxPartitionRequestUnitsPerSecond { get; init; }

    /// <summary>RU/s provisioned for each partition.</summary>
    public required double PartitionBudgetPerSecond { get; init; }

    /// <summary>CPU of the cluster as a share, from 0 to 1; a maximum may be a little above.</summary>
    public required double MaxCpuShare { get; init; }
    public required double MeanCpuShare { get; init; }

    /// <summary>Whether the SDK used Direct mode; such a test also ran on a different day than the others.</summary>
    public bool DirectMode { get; init; }

    /// <summary>
    /// Little's law: users / throughput of the operation - its mean latency. This is a user's time outside the operation, in ms.
    /// </summary>
    public double OutsideOperationMs(double meanMs) =>
        (PublishedFigures.MeanUsers * PublishedFigures.Seconds / Operations * 1000) - meanMs;
}
