using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Tests;

/// <summary>What one gateway measures; others in the same process have meters of the same names.</summary>
internal sealed class RecordedMeasurements : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly ConcurrentDictionary<(string Instrument, string FirstTag), long> _sums = new();
    private readonly ConcurrentQueue<string> _instruments = new();
    private readonly ConcurrentQueue<(string Instrument, string Tags, long Value)> _measured = new();

    public RecordedMeasurements(IMeterFactory gateway)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (ReferenceEquals(instrument.Meter.Scope, gateway))
            {
                _instruments.Enqueue($"{instrument.Name} {instrument.Unit} {instrument.Description}");
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument.Name, value, tags));
        _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Set(instrument.Name, value, tags));
        _listener.Start();
    }

    /// <summary>Name, unit and description of each instrument, in the order of the names.</summary>
    public IEnumerable<string> Instruments => _instruments.Order(StringComparer.Ordinal);

    /// <summary>Each measurement of an instrument so far that is not observable, with its tags as <c>name=value</c>.</summary>
    public IEnumerable<(string Tags, long Value)> Find(string instrument) =>
        _measured.Where(measured => measured.Instrument == instrument).Select(measured => (measured.Tags, measured.Value));

    /// <param name="instrument">Its name.</param>
    /// <param name="firstTag">The value of the first tag, such as a backend or a limit.</param>
    public long Of(string instrument, string firstTag)
    {
        _listener.RecordObservableInstruments();
        return _sums.GetValueOrDefault((instrument, firstTag));
    }

    public void Dispose() => _listener.Dispose();

    private void Add(string name, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        _measured.Enqueue((name, string.Join(' ', tags.ToArray().Select(tag => $"{tag.Key}={tag.Value}")), value));
        _sums.AddOrUpdate((name, FirstOf(tags)), value, (_, sum) => sum + value);
    }

    private void Set(string name, int value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        _sums[(name, FirstOf(tags))] = value;

    private static string FirstOf(ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        tags.IsEmpty ? "" : tags[0].Value?.ToString() ?? "";
}
