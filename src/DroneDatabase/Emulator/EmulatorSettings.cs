namespace DroneDelivery.DroneDatabase.Emulator;

/// <summary>The settings of the emulator: the latency of its data calls, and its planted faults.</summary>
public sealed record EmulatorSettings(EmulatorLatency Latency, EmulatorFaults Faults);

/// <summary>The lognormal distribution that the latency of a data call is drawn from.</summary>
public sealed record EmulatorLatency(double MeanMs, double CoefficientOfVariation, int Seed)
{
    public static EmulatorLatency None { get; } = new(0, 0, 0);
}

/// <param name="SlowPartitions">The factors of latency, by partition key range id.</param>
/// <param name="ErrorShare">The share of data calls, from 0 to 1, that are answered with <paramref name="ErrorStatus"/>.</param>
public sealed record EmulatorFaults(
    IReadOnlyDictionary<string, double> SlowPartitions, double ErrorShare = 0, int ErrorStatus = 503);
