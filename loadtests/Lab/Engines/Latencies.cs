using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>The latencies of a few requests. Those of failures are counted only.</summary>
internal sealed class Latencies
{
    private const double MicrosecondsInMillisecond = 1000;

    private readonly LatencyHistogram _successful = new();

    private Latencies()
    {
    }

    public long Successful => _successful.Count;

    public long Failed { get; private set; }

    public double MeanMs => _successful.Mean / MicrosecondsInMillisecond;

    public static Latencies Of(IEnumerable<EndedRequest> requests)
    {
        var latencies = new Latencies();
        foreach (var request in requests)
        {
            latencies.Add(request);
        }

        return latencies;
    }

    public double PercentileMs(double percentile) => _successful.ValueAtPercentile(percentile) / MicrosecondsInMillisecond;

    private void Add(EndedRequest request)
    {
        if (request.Successful)
        {
            _successful.Record(request.Latency.Ticks / TimeSpan.TicksPerMicrosecond);
        }
        else
        {
            Failed++;
        }
    }
}
