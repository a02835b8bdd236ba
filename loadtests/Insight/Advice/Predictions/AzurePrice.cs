namespace DroneDelivery.LoadTests.Insight.Advice.Predictions;

/// <summary>
/// The documented price of provisioned throughput in one region without availability zones: 1,000 RU/s for 0.08 US dollars an hour
/// (MicrosoftDocs/azure-databases-docs, key-value-store-cost.md), sold in hundreds. A month is billed as 730 hours.
/// </summary>
internal static class AzurePrice
{
    private const double DollarsPerHundredAndHour = 0.008;
    private const double HoursPerMonth = 730;
    private const double Hundred = 100;

    /// <summary>The least that can be provisioned on a container (concepts-limits.md).</summary>
    public const double SmallestThroughput = 400;

    public static double PerMonth(double requestUnitsPerSecond) =>
        Math.Ceiling(requestUnitsPerSecond / Hundred) * DollarsPerHundredAndHour * HoursPerMonth;

    /// <summary>The next throughput that can be bought.</summary>
    public static double AtLeast(double requestUnitsPerSecond) =>
        Math.Max(SmallestThroughput, Math.Ceiling(requestUnitsPerSecond / Hundred) * Hundred);
}
