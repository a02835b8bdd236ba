using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>
/// All that the process tells of itself, as text: log lines of every level with their scopes, spans, measurements.
/// </summary>
internal sealed class RecordedTelling : ILoggerProvider, ILogger, IDisposable
{
    private readonly ActivityListener _spans;
    private readonly MeterListener _measurements;

    public RecordedTelling()
    {
        _spans = new ActivityListener
        {
            ShouldListenTo = _ => true,
            Sample = (ref _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span => Spans.Enqueue(
                $"{span.Source.Name} {span.DisplayName} {Text(span.TagObjects)} {Text(span.Baggage)} {span.StatusDescription}"
                + string.Concat(span.Events.Select(each => $" {each.Name} {Text(each.Tags)}"))),
        };
        ActivitySource.AddActivityListener(_spans);
        _measurements = new MeterListener
        {
            InstrumentPublished = (instrument, listener) => listener.EnableMeasurementEvents(instrument),
        };
        _measurements.SetMeasurementEventCallback<double>((instrument, _, tags, _) => Measure(instrument, tags));
        _measurements.SetMeasurementEventCallback<long>((instrument, _, tags, _) => Measure(instrument, tags));
        _measurements.SetMeasurementEventCallback<int>((instrument, _, tags, _) => Measure(instrument, tags));
        _measurements.Start();
    }

    public ConcurrentQueue<string> Lines { get; } = new();

    public ConcurrentQueue<string> Spans { get; } = new();

    public ConcurrentQueue<string> Measurements { get; } = new();

    /// <summary>As of now: other tests, whose spans and measurements are heard too, may be running.</summary>
    public IEnumerable<string> All => [.. Lines.ToArray(), .. Spans.ToArray(), .. Measurements.ToArray()];

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull
    {
        Lines.Enqueue($"{state} {(state is IEnumerable<KeyValuePair<string, object?>> values ? Text(values) : "")}");
        return null;
    }

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        Lines.Enqueue(
            $"{logLevel} {eventId} {formatter(state, exception)} {exception} "
            + (state is IEnumerable<KeyValuePair<string, object?>> values ? Text(values) : ""));

    public void Dispose()
    {
        _spans.Dispose();
        _measurements.Dispose();
    }

    private static string Text<T>(IEnumerable<KeyValuePair<string, T>> pairs) => string.Join(' ', pairs);

    private void Measure(Instrument instrument, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        Measurements.Enqueue($"{instrument.Name} {Text(tags.ToArray())}");
}
