using System.Net.Http.Headers;
using System.Threading.Channels;
using Google.Protobuf;
using Opentelemetry.Proto.Collector.Trace.V1;
using Opentelemetry.Proto.Common.V1;
using Opentelemetry.Proto.Resource.V1;
using Opentelemetry.Proto.Trace.V1;
using Status = Opentelemetry.Proto.Trace.V1.Status;

namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary>Sends recorded calls as client spans of a service by OTLP, twice a second, in bounded memory.</summary>
internal sealed class SpanExporter(Uri endpoint, string service, TimeProvider time) : IDisposable
{
    private const int MaxWaiting = 20_000;
    private const int MaxBatch = 512;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.5);

    private readonly Uri _traces = new($"{endpoint.ToString().TrimEnd('/')}/v1/traces");
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly Channel<Activity> _waiting = Channel.CreateBounded<Activity>(
        new BoundedChannelOptions(MaxWaiting) { FullMode = BoundedChannelFullMode.DropWrite });

    private long _notSent;
    private string? _fault;

    /// <summary>Null if every span was sent.</summary>
    public string? Losses => Interlocked.Read(ref _notSent) is > 0 and var count
        ? $"{Counted(count, "span")} could not be sent to {endpoint}: {_fault ?? "too many were waiting"}."
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
            await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
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
        while (batch.Count < MaxBatch && _waiting.Reader.TryRead(out var span))
        {
            batch.Add(span);
        }

        return batch;
    }

    private async Task<bool> SendAsync(IReadOnlyCollection<Activity> batch)
    {
        using var content = new ByteArrayContent(ToMessage(batch).ToByteArray());
        content.Headers.ContentType = new MediaTypeHeaderValue(OtlpBody.Protobuf);
        try
        {
            using var response = await _http.PostAsync(_traces, content);
            response.EnsureSuccessStatusCode();
            return true;
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            _fault = exception.Message;
            Interlocked.Add(ref _notSent, batch.Count);
            return false;
        }
    }

    private ExportTraceServiceRequest ToMessage(IEnumerable<Activity> batch) => new()
    {
        ResourceSpans =
        {
            new ResourceSpans
            {
                Resource = new Resource { Attributes = { Pair("service.name", service) } },
                ScopeSpans = { new ScopeSpans { Spans = { batch.Select(ToSpan) } } },
            },
        },
    };

    private static Span ToSpan(Activity call)
    {
        var start = (ulong)(call.StartTimeUtc - DateTime.UnixEpoch).Ticks * 100;
        return new Span
        {
            TraceId = Bytes(call.TraceId.ToHexString()),
            SpanId = Bytes(call.SpanId.ToHexString()),
            ParentSpanId = call.ParentSpanId == default ? ByteString.Empty : Bytes(call.ParentSpanId.ToHexString()),
            Name = call.DisplayName,
            Kind = Span.Types.SpanKind.Client,
            StartTimeUnixNano = start,
            EndTimeUnixNano = start + ((ulong)call.Duration.Ticks * 100),
            Attributes = { call.TagObjects.Select(tag => Pair(tag.Key, $"{tag.Value}")) },
            Status = new Status
            {
                Code = call.Status == ActivityStatusCode.Error ? Status.Types.StatusCode.Error : Status.Types.StatusCode.Unset,
            },
        };
    }

    private static ByteString Bytes(string hex) => ByteString.CopyFrom(Convert.FromHexString(hex));

    private static KeyValue Pair(string key, string value) => new() { Key = key, Value = new AnyValue { StringValue = value } };
}
