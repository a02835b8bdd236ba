namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>What the requests of one round cost the gateway's processor, each, and how many of them were traced.</summary>
/// <param name="Round">Rounds of the same number were measured within seconds of each other.</param>
internal sealed record Cost(int Round, TraceMode Mode, double Microseconds, double TracedShare);
