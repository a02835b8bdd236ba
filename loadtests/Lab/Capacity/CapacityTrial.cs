namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The purpose of a trial.</summary>
public enum TrialPurpose
{
    /// <summary>To find a rate that is too high.</summary>
    Doubling,

    /// <summary>To narrow down where the limit lies.</summary>
    Bisecting,

    /// <summary>To measure around the limit, for the estimate and its interval.</summary>
    Refining,

    /// <summary>To check the interval: a long trial at one of its ends, after the search.</summary>
    Confirming,
}

/// <summary>The results of load at one constant rate (open loop) or of a number of users (closed loop).</summary>
/// <param name="OfferedRate">Scheduled arrivals per second; the number of users in a closed loop.</param>
/// <param name="Seconds">The length of the measured interval.</param>
/// <param name="Arrivals">The arrivals of the measured interval.</param>
/// <param name="Good">Those of the arrivals that succeeded within the objective, from their scheduled time.</param>
/// <param name="Throughput">Successful answers per second in the measured interval.</param>
/// <param name="P50Ms">
/// This and <paramref name="P99Ms"/> cover all requests of the measured interval: answered, failed, timed out, or unanswered at
/// the end, from the scheduled time. Not stated if too many arrivals were never sent.
/// </param>
/// <param name="InFlight">The mean number of requests in the system in the measured interval, including unanswered ones.</param>
public sealed record CapacityTrial(
    TrialPurpose Purpose, double OfferedRate, double Seconds, long Arrivals, long Good, double Throughput,
    LatencyValue P50Ms, LatencyValue P99Ms, double InFlight)
{
    private const double KeepingUp = 0.9;

    /// <summary>The names of the latencies that are lower bounds; null if there are none.</summary>
    public IReadOnlyList<string>? AtLeast
    {
        get => LatencyValue.BoundNames((nameof(P50Ms), P50Ms), (nameof(P99Ms), P99Ms));
        init => (P50Ms, P99Ms) = (P50Ms.WithBound(value, nameof(P50Ms)), P99Ms.WithBound(value, nameof(P99Ms)));
    }

    /// <summary>This and <see cref="SuccessP99Ms"/> cover successful requests only, in ms; null if no request failed.</summary>
    public double? SuccessP50Ms { get; init; }

    public double? SuccessP99Ms { get; init; }

    /// <summary>The share of the machine, from 0 to 1, that the system's processes and the load generator used.</summary>
    public double CpuShare { get; init; }

    /// <summary>Whether <see cref="CpuShare"/> is of the load generator alone: the target's processes are not known.</summary>
    public bool CpuOfGeneratorOnly { get; init; }

    /// <summary>What processes and generator used of their limits at the end of the measured interval, apart from CPU.</summary>
    public IReadOnlyList<ResourceUse> Resources { get; init; } = [];

    /// <summary>CPU, as a share of 1, and all <see cref="Resources"/>.</summary>
    [JsonIgnore]
    public IEnumerable<ResourceUse> Uses => Resources.Prepend(
        new ResourceUse(
            ResourceUse.Cpu, CpuOfGeneratorOnly ? ProcessUsageSampler.LoadGenerator : ResourceUse.All, CpuShare, Limit: 1));

    /// <summary>Of the connections that were opened in the measured interval, each for one arrival; null otherwise.</summary>
    public LatencySummary? TcpConnects { get; init; }

    /// <summary>The same of their TLS handshakes alone, which the latency of a request includes; null without TLS.</summary>
    public LatencySummary? TlsHandshakes { get; init; }

    [JsonIgnore]
    public string CpuName => CpuOfGeneratorOnly ? "generator's CPU" : "CPU";

    /// <summary>The thresholds that the load generator exceeded, in sentences; null if it exceeded none.</summary>
    public string? GeneratorLimit { get; init; }

    /// <summary>Disturbances of the machine during the trial, in sentences; null if there were none.</summary>
    public string? Disturbance { get; init; }

    /// <summary>Arrivals that were too slow, failed, dropped, or not answered at all.</summary>
    public long Missed => Arrivals - Good;

    /// <summary>As a share of all arrivals, from 0 to 1.</summary>
    public double MissedShare => Arrivals > 0 ? (double)Missed / Arrivals : 1;

    /// <summary>Whether there are about as many answers as arrivals (open loop), so that no backlog grows.</summary>
    public bool KeepsUp => Throughput >= KeepingUp * OfferedRate;

    /// <summary>The mean time of a request in the system, by Little's law: requests in flight over throughput.</summary>
    public double MeanMs => Throughput > 0 ? InFlight / Throughput * 1000 : 0;
}
