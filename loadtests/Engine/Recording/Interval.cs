using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>What ended in one second or step.</summary>
internal sealed class Interval
{
    public LatencyHistogram Latency { get; } = new();

    public long Failed { get; private set; }

    public double MeanMs => Durations.ToMilliseconds(Latency.Mean);

    public void Add(TimeSpan latency, OutcomeKind kind)
    {
        if (kind == OutcomeKind.Success)
        {
            Latency.Record(latency.Microseconds());
        }
        else
        {
            Failed++;
        }
    }

    public double PercentileMs(double percentile) => Durations.ToMilliseconds(Latency.ValueAtPercentile(percentile));

    public void Clear()
    {
        Latency.Clear();
        Failed = 0;
    }
}
