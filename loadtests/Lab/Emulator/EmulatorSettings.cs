namespace DroneDelivery.LoadTests.Lab.Emulator;

/// <summary>The settings of the emulator: the latency of its data calls, and its planted faults.</summary>
internal sealed record EmulatorSettings(EmulatorLatency Latency, EmulatorFaults Faults)
{
    /// <summary>The latency of the profile, and the part of the fault that is in the database.</summary>
    public static EmulatorSettings For(SimulationProfile profile, PlantedFault? fault = null) => new(
        new EmulatorLatency(profile.CosmosCallMeanMs, profile.CosmosCallCoefficientOfVariation, profile.Seed),
        new EmulatorFaults(fault?.SlowPartition is { } slow
            ? new Dictionary<string, double> { [slow.Id] = slow.LatencyFactor }
            : []));
}

/// <summary>The lognormal distribution that the latency of a data call is drawn from.</summary>
internal sealed record EmulatorLatency(double MeanMs, double CoefficientOfVariation, int Seed)
{
    public static EmulatorLatency None { get; } = new(0, 0, 0);
}

/// <param name="SlowPartitions">The factors of latency, by partition key range id.</param>
/// <param name="ErrorShare">The share of data calls, from 0 to 1, that are answered with <paramref name="ErrorStatus"/>.</param>
internal sealed record EmulatorFaults(
    IReadOnlyDictionary<string, double> SlowPartitions, double ErrorShare = 0, int ErrorStatus = 503);
