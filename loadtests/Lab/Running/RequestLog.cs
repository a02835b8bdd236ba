namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// The measured requests in bounded memory: all requests up to a limit, and above it a uniform sample and every request whose
/// trace is kept. A request outside the sample waits until its trace is decided. Safe for concurrent use.
/// </summary>
/// <param name="isTraceKept">Whether the trace with that id is kept or pending.</param>
internal sealed class RequestLog(ulong seed, Func<string, bool> isTraceKept, RequestLogLimits? limits = null)
{
    private readonly RequestLogLimits _limits = limits ?? new();
    private readonly Lock _gate = new();
    private readonly PriorityQueue<RequestRecord, ulong> _largestDrawFirst =
        new(Comparer<ulong>.Create((a, b) => b.CompareTo(a)));

    private readonly Queue<RequestRecord> _refused = new();
    private List<RequestRecord> _ofKeptTraces = [];
    private long _observed;

    public void Observe(RequestObservation observation) => Add(ToRecord(observation));

    /// <summary>Adds a request, which without a trace id is drawn by its place.</summary>
    public void Add(RequestRecord request)
    {
        using var scope = _gate.EnterScope();
        _observed++;
        var draw = request.TraceId.Length > 0
            ? SampleDraw.ForTrace(seed, request.TraceId)
            : SeededRandom.ForStream(seed, (int)_observed, (int)(_observed >> 32)).NextUInt64();
        _largestDrawFirst.Enqueue(request, draw);
        if (_largestDrawFirst.Count > _limits.Requests)
        {
            _refused.Enqueue(_largestDrawFirst.Dequeue());
        }

        if (_refused.Count > _limits.Waiting)
        {
            DecideNeedsLock(_refused.Dequeue());
        }
    }

    /// <summary>The kept requests in the order of their scheduled times, and the number of requests that were not kept.</summary>
    public (IReadOnlyList<RequestRecord> Requests, long Dropped) Take()
    {
        using var scope = _gate.EnterScope();
        while (_refused.TryDequeue(out var request))
        {
            DecideNeedsLock(request);
        }

        ForgetDroppedTracesNeedsLock();
        var kept = _largestDrawFirst.UnorderedItems.Select(item => item.Element).Concat(_ofKeptTraces).ToList();
        return ([.. kept.OrderBy(request => request.Scheduled)], _observed - kept.Count);
    }

    private void DecideNeedsLock(RequestRecord request)
    {
        if (!isTraceKept(request.TraceId))
        {
            return;
        }

        _ofKeptTraces.Add(request with { Extra = true });
        if (_ofKeptTraces.Count > _limits.OfKeptTraces)
        {
            ForgetDroppedTracesNeedsLock();
        }
    }

    /// <summary>Another trace may have replaced a kept trace since.</summary>
    private void ForgetDroppedTracesNeedsLock() =>
        _ofKeptTraces = [.. _ofKeptTraces.Where(request => isTraceKept(request.TraceId)).TakeLast(_limits.OfKeptTraces)];

    /// <summary>The wall clock is read once, at the start of the phase, so that all times of a run are comparable.</summary>
    private static RequestRecord ToRecord(RequestObservation observation)
    {
        var start = observation.PhaseStart - DateTimeOffset.UnixEpoch;
        var (timing, outcome) = (observation.Timing, observation.Outcome);
        return new RequestRecord(observation.Trace.TraceId, outcome.StatusCode, outcome.Error, outcome.Bytes)
        {
            Scheduled = At(timing.Scheduled), Due = At(timing.Due), Sent = At(timing.Sent), Answered = At(timing.Answered),
            Done = At(timing.Done),
        };

        long At(TimeSpan moment) => (start + moment).Ticks * TimeSpan.NanosecondsPerTick;
    }
}

/// <summary>The limits of a <see cref="RequestLog"/>.</summary>
internal sealed record RequestLogLimits
{
    public int Requests { get; init; } = 50_000;

    /// <summary>Requests outside the sample whose traces are kept: more than the number of traces in a span store.</summary>
    public int OfKeptTraces { get; init; } = 5_000;

    /// <summary>Requests outside the sample whose traces may still be pending: those of some seconds.</summary>
    public int Waiting { get; init; } = 50_000;
}
