namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The figures of a test that the study which the lab repeats has published.</summary>
/// <param name="RequestsPerSecond">Mean throughput of the clients over the whole test.</param>
/// <param name="MeanMs">Mean latency in milliseconds.</param>
/// <param name="Successful">Successful requests.</param>
/// <param name="ThrottledCalls">Cosmos DB calls answered with 429.</param>
/// <param name="RequestUnitsPerOperation">RU for each call of the operation under study.</param>
/// <param name="CallsPerOperation">Cosmos DB calls for each call of the operation under study, as the study counted them.</param>
public sealed record PublishedFigures(
    double RequestsPerSecond, double MeanMs, long Successful, long ThrottledCalls, double RequestUnitsPerOperation,
    double CallsPerOperation)
{
    /// <summary>The time that totals cover, in seconds; null if it is not known.</summary>
    public double? Seconds { get; init; }

    /// <summary>The lab's notes on published figures that are not directly comparable, in whole sentences.</summary>
    public IReadOnlyDictionary<PublishedNote, string> Notes { get; init; } = new Dictionary<PublishedNote, string>();

    /// <summary>The raw data; null if there is none.</summary>
    public PublishedRawData? Raw { get; init; }
}

/// <summary>The published figures that can have a note.</summary>
public enum PublishedNote
{
    /// <summary>Follows the explanation of a throughput that is not reachable.</summary>
    Throughput,
    Latency,

    /// <summary>The percentiles of the operation as its service measured it.</summary>
    Percentiles,
    ThrottledCalls,
    Calls,
    Cpu,
}

/// <summary>The study's raw data for one test.</summary>
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
}
