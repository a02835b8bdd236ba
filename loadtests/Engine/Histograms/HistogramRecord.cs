using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// A histogram as it is written to a run folder: only the buckets that hold something, by index, with their counts.
/// </summary>
/// <param name="BucketsPerOctave">The layout that the indexes belong to.</param>
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
    /// <summary>Of a file: histograms of the same run by their tags. Null where there is none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Dictionary<string, HistogramRecord>? Tagged { get; init; }
}
