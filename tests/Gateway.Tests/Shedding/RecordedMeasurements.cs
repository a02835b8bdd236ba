using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Tests.Shedding;

/// <summary>What one gateway measures; others in the same process have meters of the same names.</summary>
internal sealed class RecordedMeasurements : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly ConcurrentDictionary<(string Instrument, string FirstTag), long> _sums = new();

    public RecordedMeasurements(IMeterFactory gateway)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (ReferenceEquals(instrument.Meter.Scope, gateway))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument.Name, value, tags));
        _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Set(instrument.Name, value, tags));
        _listener.Start();
    }

    /// <param name="instrument">Its name.</param>
    /// <param name="firstTag">The value of the first tag, such as a backend or a limit.</param>
    public long Of(string instrument, string firstTag)
    {
        _listener.RecordObservableInstruments();
        return _sums.GetValueOrDefault((instrument, firstTag));
    }

    public void Dispose() => _listener.Dispose();

    private void Add(string name, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        _sums.AddOrUpdate((name, FirstOf(tags)), value, (_, sum) => sum + value);

    private void Set(string name, int value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        _sums[(name, FirstOf(tags))] = value;

    private static string FirstOf(ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        tags.IsEmpty ? "" : tags[0].Value?.ToString() ?? "";
}
