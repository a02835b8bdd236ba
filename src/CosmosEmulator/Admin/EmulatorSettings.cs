using System.Text.Json.Serialization;
using DroneDelivery.CosmosEmulator.Faults;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>The settings that change while the emulator runs, as they stand.</summary>
internal sealed record EmulatorSettings(LatencySettings Latency, FaultSettings Faults);

/// <summary>New settings. What is left out, on either level, stays as it is; what is not known is refused.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record SettingsChange(LatencyChange? Latency, FaultChange? Faults);

/// <inheritdoc cref="LatencySettings"/>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record LatencyChange(double? MeanMs, double? CoefficientOfVariation, int? Seed)
{
    public LatencySettings ApplyTo(LatencySettings current) => new(
        MeanMs ?? current.MeanMs, CoefficientOfVariation ?? current.CoefficientOfVariation, Seed ?? current.Seed);
}

/// <inheritdoc cref="FaultSettings"/>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record FaultChange(
    IReadOnlyDictionary<string, double>? SlowPartitions, double? ErrorShare, int? ErrorStatus, int? Seed)
{
    public FaultSettings ApplyTo(FaultSettings current) => new(
        SlowPartitions ?? current.SlowPartitions,
        ErrorShare ?? current.ErrorShare,
        ErrorStatus ?? current.ErrorStatus,
        Seed ?? current.Seed);
}
