using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Tags the span of an HTTP call with the seconds that the call waited for a connection. The tag has the name of .NET's metric,
/// <c>http.client.request.time_in_queue</c>. A call that finds a free connection has no such tag and no cost here.
/// </summary>
/// <remarks>
/// .NET records the metric within the call's execution context: the current activity is the call's span.
/// </remarks>
internal sealed class ConnectionWaits : IDisposable
{
    private const string HttpMeter = "System.Net.Http";
    private const string TimeInQueue = "http.client.request.time_in_queue";

    private readonly MeterListener _listener = new() { InstrumentPublished = ListenToWaits };

    /// <param name="callSource">The source of the calls' spans; other calls are not tagged.</param>
    public ConnectionWaits(string callSource)
    {
        _listener.SetMeasurementEventCallback<double>((_, seconds, _, _) => Tag(callSource, seconds));
        _listener.Start();
    }

    public void Dispose() => _listener.Dispose();

    private static void ListenToWaits(Instrument instrument, MeterListener listener)
    {
        if (instrument.Name == TimeInQueue && instrument.Meter.Name == HttpMeter)
        {
            listener.EnableMeasurementEvents(instrument);
        }
    }

    private static void Tag(string callSource, double seconds)
    {
        if (Activity.Current is { } call && call.Source.Name == callSource)
        {
            call.SetTag(TimeInQueue, seconds);
        }
    }
}
