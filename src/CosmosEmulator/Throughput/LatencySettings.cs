namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>The lognormal distribution that the latency of data calls is drawn from. A mean of 0 means no latency.</summary>
public sealed record LatencySettings(double MeanMs = 0, double CoefficientOfVariation = 0, int Seed = 1)
{
    internal string? FindFault()
    {
        if (!(MeanMs is >= 0 and <= 60_000))
        {
            return $"The mean latency {MeanMs} ms is not between 0 and 60000.";
        }

        return CoefficientOfVariation is >= 0 and <= 10
            ? null
            : $"The coefficient of variation {CoefficientOfVariation} is not between 0 and 10.";
    }
}
