using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// A histogram as it is written to a run folder: the indexes and counts of the buckets that are not empty.
/// </summary>
/// <param name="BucketsPerOctave">The bucket layout of the indexes.</param>
/// <param name="Saturated">Values too large for any bucket; part of <paramref name="Count"/>.</param>
public sealed record HistogramRecord(
    int BucketsPerOctave,
    long Count,
    long SumMicroseconds,
    long MinMicroseconds,
    long MaxMicroseconds,
    long Saturated,
    IReadOnlyList<int> Indexes,
    IReadOnlyList<long> Counts)
{
    /// <summary>In a file: histograms of the same run by their tags. Null when there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Dictionary<string, HistogramRecord>? Tagged { get; init; }
}
