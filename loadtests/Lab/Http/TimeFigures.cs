using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A distribution of times in milliseconds. Figures are 0 when it is empty.</summary>
internal sealed record TimeFigures(
    long Count,
    LatencyValue Mean,
    LatencyValue P50,
    LatencyValue P75,
    LatencyValue P90,
    LatencyValue P95,
    LatencyValue P99,
    LatencyValue P999,
    LatencyValue P9999,
    LatencyValue Max)
{
    /// <summary>The JSON names of the figures that are lower bounds; null when there is none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast => LatencyValue.BoundNames(
        (nameof(Mean), Mean),
        (nameof(P50), P50),
        (nameof(P75), P75),
        (nameof(P90), P90),
        (nameof(P95), P95),
        (nameof(P99), P99),
        (nameof(P999), P999),
        (nameof(P9999), P9999),
        (nameof(Max), Max));

    /// <summary>The reasons why figures are not stated, each once; null when all are stated.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? NotStated
    {
        get
        {
            string[] reasons =
                [.. new[] { P50, P75, P90, P95, P99, P999, P9999 }.Select(value => value.NotStated).OfType<string>().Distinct()];
            return reasons.Length > 0 ? reasons : null;
        }
    }

    public static TimeFigures FromDistribution(LatencyDistribution times) => new(
        times.Count,
        times.Mean.OrZero(),
        times.Percentile(50).OrZero(),
        times.Percentile(75).OrZero(),
        times.Percentile(90).OrZero(),
        times.Percentile(95).OrZero(),
        times.Percentile(99).OrZero(),
        times.Percentile(99.9).OrZero(),
        times.Percentile(99.99).OrZero(),
        times.Max.OrZero());

    public static TimeFigures FromHistogram(LatencyHistogram times)
    {
        var distribution = new LatencyDistribution();
        distribution.Successes.Merge(times);
        return FromDistribution(distribution);
    }
}
