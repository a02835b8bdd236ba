namespace DroneDelivery.LoadTests.Insight.Advice.Predictions;

/// <summary>The expected figures of the same load after a change.</summary>
/// <param name="RequestsPerSecond">Mean over the whole load.</param>
/// <param name="MeanMs">Mean latency of successful requests.</param>
/// <param name="RequestUnitsPerOperation">RU for each request sent.</param>
/// <param name="ProvisionedRequestUnitsPerSecond">RU/s that the container then has.</param>
public sealed record Prediction(
    double RequestsPerSecond, double MeanMs, double RequestUnitsPerOperation, double ProvisionedRequestUnitsPerSecond)
{
    /// <summary>RU/s that are enough for the heaviest step of the load.</summary>
    public required double EnoughRequestUnitsPerSecond { get; init; }

    /// <summary>How the prediction was calculated, with the measurements that it uses.</summary>
    public required string Model { get; init; }

    /// <summary>US dollars for the provisioned RU/s.</summary>
    public double MonthlyCost => AzurePrice.PerMonth(ProvisionedRequestUnitsPerSecond);

    /// <summary>US dollars for <see cref="EnoughRequestUnitsPerSecond"/>.</summary>
    public double EnoughMonthlyCost => AzurePrice.PerMonth(EnoughRequestUnitsPerSecond);
}

/// <summary>
/// The documented price of provisioned throughput in one region without availability zones: 1,000 RU/s for 0.08 US dollars an
/// hour (MicrosoftDocs/azure-databases-docs, key-value-store-cost.md), sold in hundreds. A month is billed as 730 hours.
/// </summary>
internal static class AzurePrice
{
    private const double DollarsPerHundredAndHour = 0.008;
    private const double HoursPerMonth = 730;
    private const double Hundred = 100;

    // The minimum throughput of a container is the larger of 400 RU/s and a hundredth of the highest throughput that it ever had
    // (concepts-limits.md). A container created with several physical partitions had 6,000 RU/s for each.
    private const double SmallestThroughput = 400;
    private const double FirstThroughputOfPartition = 6_000;
    private const double SmallestShare = 0.01;

    public static double PerMonth(double requestUnitsPerSecond) =>
        Math.Ceiling(requestUnitsPerSecond / Hundred) * DollarsPerHundredAndHour * HoursPerMonth;

    /// <summary>The smallest allowed throughput for this number of partitions that is at least the given one.</summary>
    public static double ThroughputAtLeast(double requestUnitsPerSecond, int partitions)
    {
        var smallest = Math.Max(SmallestThroughput, partitions * FirstThroughputOfPartition * SmallestShare);
        return Math.Ceiling(Math.Max(smallest, requestUnitsPerSecond) / Hundred) * Hundred;
    }
}
