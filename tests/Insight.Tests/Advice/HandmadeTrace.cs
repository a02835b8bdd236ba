using System.Globalization;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>One request of a <see cref="HandmadeRun"/>: the spans of the services and what the generator saw.</summary>
internal sealed class HandmadeTrace
{
    private const double CallsAtMs = 8;
    private const double RetryWaitMs = 400;
    private const double UsualOwnMs = 4;
    private const double UsualNetworkMs = 2;

    private readonly HandmadeRun _run;
    private readonly int _number;
    private readonly Random _random;
    private readonly TraceBuilder _builder;
    private double _end = CallsAtMs;

    public HandmadeTrace(HandmadeRun run, int number, Random random)
    {
        (_run, _number, _random) = (run, number, random);
        _builder = new TraceBuilder(Id, number * 1000L);
        AddCalls();
        var delivery = _end - 6 + OwnOf("delivery");
        _builder.Call("delivery", "/deliveries/utilization", 5, delivery + 2);
        var answered = new[] { AddPackage(), AddBackend("drone-scheduler", 5, 200), 7 + delivery }.Max();
        DurationMs = answered + 3;
        _builder.Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET /api/invoices", "server", 0, DurationMs);
    }

    public double DurationMs { get; }

    public IReadOnlyList<SpanRecord> Spans => _builder.Spans;

    public RequestRecord Request
    {
        get
        {
            var start = _number * 1000.0;
            return new RequestRecord(Id, 200, null, 900)
            {
                Scheduled = Nanoseconds(start - _run.LatenessMs - (_run.RoundTripMs / 2)),
                Due = Nanoseconds(start - _run.LatenessMs),
                Sent = Nanoseconds(start),
                Answered = Nanoseconds(start + DurationMs + 1),
                Done = Nanoseconds(start + DurationMs + 1 + (_run.RoundTripMs / 2)),
            };
        }
    }

    private string Id => $"trace{_number:000}";

    private static long Nanoseconds(double ms) => (long)(ms * 1e6);

    private void AddCalls()
    {
        var at = CallsAtMs;
        if (_run.ThrottledOnceIn is { } once && _number % once == 0)
        {
            AddCall(_run.HotPartition ?? 0, at, 1, 429);
            at += 1 + RetryWaitMs;
        }

        for (var call = 0; call < _run.Calls; call++)
        {
            var partition = _run.Calls == 1 ? _run.HotPartition ?? (_number % HandmadeRun.Partitions) : call;
            var duration = _run.QueueMs + Draw(_run.CallMs * (partition == _run.SlowPartition ? 8 : 1));
            AddCall(partition, at, duration, 200);
            at = _run.SideBySide ? at : at + duration + 0.5;
        }

        AddRowCalls(at);
    }

    /// <summary>A read for each row, one after another.</summary>
    private void AddRowCalls(double from)
    {
        for (var row = 0; row < _run.RowCalls; row++)
        {
            var (at, duration) = (Math.Max(_end, from) + 0.5, Draw(_run.CallMs));
            _end = at + duration;
            _builder.Span($"row{row}", TraceBuilder.Delivery, "delivery", "GET", "client", at, duration,
                (SpanRecord.CosmosCall, "data"),
                (SpanRecord.PartitionKeyRangeId, "0"),
                _run.RowsByQuery ? (SpanRecord.ReturnedRows, "1") : ("http.request.method", "GET"),
                (SpanRecord.StatusCode, "200"),
                (SpanRecord.RequestCharge, "1"),
                (SpanRecord.RequestDurationMs, Text(duration)));
        }
    }

    private void AddCall(int partition, double at, double duration, int status)
    {
        _end = Math.Max(_end, at + duration);
        _builder.Span($"cosmos{at:0.###}-{partition}", TraceBuilder.Delivery, "delivery", "POST", "client", at, duration,
            (SpanRecord.CosmosCall, "data"),
            (SpanRecord.PartitionKeyRangeId, Text(partition)),
            (SpanRecord.StatusCode, Text(status)),
            (SpanRecord.RequestCharge, status == 429 ? "0" : HasRow(partition) ? "3.44" : "3.19"),
            (SpanRecord.ReturnedRows, Text(status == 429 ? 0 : _run.Calls == 1 ? 5 : HasRow(partition) ? 1 : 0)),
            ("db.query.text", _run.Query),
            (SpanRecord.RequestDurationMs, Text(duration - _run.QueueMs)),
            (SpanRecord.TimeInQueue, Text(_run.QueueMs / 1000)));
    }

    /// <summary>The rows of a query of all partitions lie in five of the nine.</summary>
    private static bool HasRow(int partition) => partition % 2 == 0;

    /// <summary>Returns when the answer came.</summary>
    private double AddPackage()
    {
        if (_run.FailsOnceIn is not { } once || _number % once > 0)
        {
            return AddBackend("package", 5, 200);
        }

        return AddBackend("package", AddBackend("package", 5, 503) + 100, 200);
    }

    private double AddBackend(string service, double at, int status)
    {
        var network = _number % _run.LateAnswerOnceIn == 0 ? _run.BackendNetworkMs : UsualNetworkMs;
        var duration = OwnOf(service) + network;
        var client = $"client-{service}-{status}";
        _builder.Span(
            client, TraceBuilder.Gateway, "gateway", "GET", "client", at, duration, (SpanRecord.StatusCode, Text(status)))
            .Span($"server-{service}-{status}", client, service, "GET", "server", at + (network / 2), OwnOf(service),
                ("http.route", $"/{service}/summary"), (SpanRecord.StatusCode, Text(status)));
        return at + duration;
    }

    private double OwnOf(string service) => _number % _run.SlowOnceIn > 0
        ? UsualOwnMs
        : _run.OwnMs.GetValueOrDefault(service, UsualOwnMs) * (_run.Queued ? _number % 20 / 9.5 : 1);

    // Lognormal with a coefficient of variation of a half: sigma is 0.472, and half its square brings the mean back.
    private double Draw(double meanMs) => meanMs * Math.Exp((0.472 * _random.NextNormal()) - 0.111);

    private static string Text(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);
}
