using System.Threading.Channels;
using DroneDelivery.LoadTests.Lab.Exports;

namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary>Sends recorded calls as client spans of a service by OTLP, twice a second, in bounded memory.</summary>
internal sealed class SpanExporter : IDisposable
{
    private const int MaxWaiting = 20_000;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.5);

    private readonly Uri _endpoint;
    private readonly string _service;
    private readonly TimeProvider _time;
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly OtlpSender _sender;
    private readonly Channel<Activity> _waiting = Channel.CreateBounded<Activity>(
        new BoundedChannelOptions(MaxWaiting) { FullMode = BoundedChannelFullMode.DropWrite });

    private long _notSent;
    private string? _fault;

    public SpanExporter(Uri endpoint, string service, TimeProvider time)
    {
        (_endpoint, _service, _time) = (endpoint, service, time);
        _sender = new OtlpSender(_http, OtlpSender.AddressOfTraces(endpoint), time);
    }

    /// <summary>Null if every span was sent.</summary>
    public string? Losses => Interlocked.Read(ref _notSent) is > 0 and var count
        ? $"{Counted(count, "span")} could not be sent to {_endpoint}: {_fault ?? "too many were waiting."}"
        : null;

    /// <summary>Adds a call, unless the trace that it belongs to is not sampled.</summary>
    public void Add(Activity span)
    {
        if (span.ActivityTraceFlags.HasFlag(ActivityTraceFlags.Recorded) && !_waiting.Writer.TryWrite(span))
        {
            Interlocked.Increment(ref _notSent);
        }
    }

    /// <summary>Sends until cancelled; then returns normally.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(Interval, _time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await FlushAsync();
        }
    }

    /// <summary>Sends the spans that are waiting.</summary>
    public async Task FlushAsync()
    {
        while (TakeBatch() is { Count: > 0 } batch && await SendAsync(batch))
        {
        }
    }

    public void Dispose() => _http.Dispose();

    private List<Activity> TakeBatch()
    {
        var batch = new List<Activity>();
        while (batch.Count < OtlpMessages.SpansPerMessage && _waiting.Reader.TryRead(out var span))
        {
            batch.Add(span);
        }

        return batch;
    }

    private async Task<bool> SendAsync(IReadOnlyCollection<Activity> batch)
    {
        try
        {
            foreach (var message in OtlpMessages.Write(batch.Select(ToRecord), TimeSpan.Zero))
            {
                await _sender.SendAsync(message, CancellationToken.None);
            }

            return true;
        }
        catch (LabException exception)
        {
            _fault = exception.Message;
            Interlocked.Add(ref _notSent, batch.Count);
            return false;
        }
    }

    private SpanRecord ToRecord(Activity call) => new(
        (call.StartTimeUtc - DateTime.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick,
        call.Duration.Ticks * TimeSpan.NanosecondsPerTick,
        call.Status == ActivityStatusCode.Error,
        call.TagObjects.ToDictionary(tag => tag.Key, tag => $"{tag.Value}"))
    {
        TraceId = call.TraceId.ToHexString(),
        SpanId = call.SpanId.ToHexString(),
        ParentSpanId = call.ParentSpanId == default ? null : call.ParentSpanId.ToHexString(),
        Service = _service,
        Name = call.DisplayName,
        Kind = "client",
    };
}
