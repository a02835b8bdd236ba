namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One second of the measured time.</summary>
/// <param name="Second">The number of the second, from 0.</param>
/// <param name="Users">At the end of the second; null if not known.</param>
/// <param name="MeanMs">Over the requests that ended in this second, like all latencies here; null if none ended or the figure
/// is not stated.</param>
[method: JsonConstructor]
public readonly record struct SecondSample(
    int Second, int? Users, long Successful, long Failed, LatencyValue MeanMs, LatencyValue P50Ms, LatencyValue P95Ms)
{
    /// <summary>In seconds: 1, or less for the last one.</summary>
    public double Length { get; init; }

    /// <summary>Requests sent and not yet answered at the end of the second.</summary>
    public int InFlight { get; init; }

    /// <summary>Requests sent in this second, with any outcome.</summary>
    public long Sent { get; init; }

    /// <summary>Arrivals of an open loop that were dropped in this second; 0 in a closed loop, null if not known.</summary>
    public long? Dropped { get; init; }

    /// <summary>The named calls that ended in this second, if iterations make several; null if they do not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Calls { get; init; }

    /// <summary>Those of <see cref="Calls"/> that failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FailedCalls { get; init; }

    /// <summary>The names of the latencies that are lower bounds; null when there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast
    {
        get => LatencyValue.BoundNames((nameof(MeanMs), MeanMs), (nameof(P50Ms), P50Ms), (nameof(P95Ms), P95Ms));
        init => (MeanMs, P50Ms, P95Ms) = (
            MeanMs.WithBound(value, nameof(MeanMs)),
            P50Ms.WithBound(value, nameof(P50Ms)),
            P95Ms.WithBound(value, nameof(P95Ms)));
    }

    /// <summary>
    /// The distribution as <see cref="LatencyDistribution.ToBytes"/>, so that seconds can be merged. The last second also
    /// contains requests that ended later or were not answered: all seconds together contain every request that was sent. A run
    /// folder has it in <c>run.sqlite</c> only.
    /// </summary>
    [JsonIgnore]
    public byte[]? Latency { get; init; }
}
