using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One second of the measured time.</summary>
/// <param name="Second">The number of the second, from 0.</param>
/// <param name="Length">In seconds: 1, or less for the last one.</param>
/// <param name="Users">At the end of the second, like <paramref name="InFlight"/>.</param>
/// <param name="Completed">Successes.</param>
/// <param name="P50Ms">Over the requests that ended in this second, like all latencies here.</param>
/// <param name="InFlight">Requests sent and not yet answered.</param>
public readonly record struct SecondSample(
    int Second,
    double Length,
    int Users,
    long Completed,
    long Failed,
    LatencyValue P50Ms,
    LatencyValue P95Ms,
    LatencyValue MeanMs,
    int InFlight)
{
    /// <summary>Requests sent in this second, with any outcome.</summary>
    public long Sent { get; init; }

    /// <summary>Arrivals of an open loop that were dropped in this second; 0 in a closed loop.</summary>
    public long Dropped { get; init; }

    /// <summary>The names of the latencies that are lower bounds; null when there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast =>
        LatencyValue.BoundNames((nameof(MeanMs), MeanMs), (nameof(P50Ms), P50Ms), (nameof(P95Ms), P95Ms));

    /// <summary>
    /// The distribution as <see cref="LatencyDistribution.ToBytes"/>, so that seconds can be merged. The last second also
    /// contains requests that ended later or were not answered: all seconds together contain every request that was sent.
    /// </summary>
    [JsonIgnore]
    public byte[]? Latency { get; init; }
}
