using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace DroneDelivery.ServiceDefaults.Tests;

/// <summary>Keeps the measurements of the meters of one factory: other tests measure at the same time.</summary>
internal sealed class MetricRecorder : IDisposable
{
    private readonly ConcurrentQueue<Measured> _measured = new();
    private readonly MeterListener _listener = new();

    public MetricRecorder(IMeterFactory factory)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (ReferenceEquals(instrument.Meter.Scope, factory))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => _measured.Enqueue(
            new Measured(instrument.Name, value, tags.ToArray().ToDictionary(tag => tag.Key, tag => $"{tag.Value}"))));
        _listener.Start();
    }

    public IReadOnlyList<Measured> Find(string instrument) => [.. _measured.Where(measured => measured.Name == instrument)];

    public void Dispose() => _listener.Dispose();

    public sealed record Measured(string Name, double Value, IReadOnlyDictionary<string, string> Tags)
    {
        public string? this[string tag] => Tags.GetValueOrDefault(tag);
    }
}
