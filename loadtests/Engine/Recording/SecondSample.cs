using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One second of the measured time.</summary>
/// <param name="Second">From 0.</param>
/// <param name="Length">In seconds: 1, or less for the last one.</param>
/// <param name="Users">At its end, as <paramref name="InFlight"/>.</param>
/// <param name="Completed">Successes.</param>
/// <param name="P50Ms">Of the requests that ended in it, as all latencies here.</param>
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
    /// <summary>Requests that left in this second, whatever became of them.</summary>
    public long Sent { get; init; }

    /// <summary>Arrivals of an open loop that found too many requests in flight; 0 in a closed loop.</summary>
    public long Dropped { get; init; }

    /// <summary>Those of the three latencies that are lower bounds, by name; null where none is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast =>
        LatencyValue.BoundNames((nameof(MeanMs), MeanMs), (nameof(P50Ms), P50Ms), (nameof(P95Ms), P95Ms));

    /// <summary>
    /// The distribution, by <see cref="LatencyDistribution.ToBytes"/>, so that seconds can be merged. The last second's also has
    /// the requests that ended later or were not answered: those of all seconds together are every request that was sent.
    /// </summary>
    [JsonIgnore]
    public byte[]? Latency { get; init; }
}
