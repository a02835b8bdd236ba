namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>
/// Records the figures that an external engine does not report: the number of requests begun and sent, the real duration, the end
/// of each request, and the CPU time used. Times count from the start of the first request.
/// </summary>
/// <param name="planned">The planned duration of the load.</param>
/// <param name="processorTime">The processor time used so far; null for that of this process.</param>
internal sealed class ExternalLoadLog(TimeSpan planned, TimeProvider time, Func<TimeSpan>? processorTime = null) : IDisposable
{
    private static readonly TimeSpan Recently = TimeSpan.FromSeconds(4);

    private readonly Lock _gate = new();
    private readonly ProcessorReadings _processor = new(planned, time, processorTime ?? (() => Environment.CpuUsage.TotalTime));
    private readonly List<EndedRequest> _ended = [];
    private long? _first;
    private DateTimeOffset _startedAt;
    private TimeSpan _duration;
    private long _begun;
    private long _sent;
    private long _successful;
    private long _unanswered;
    private int _inFlight;

    /// <summary>The start of the first request; the current time before it.</summary>
    public DateTimeOffset StartedAt => _gate.Read(() => _first is null ? time.GetUtcNow() : _startedAt);

    /// <summary>From the first request's start to the last one's end.</summary>
    public TimeSpan Duration => _gate.Read(() => _duration);

    public long Begun => _gate.Read(() => _begun);

    /// <summary>Requests sent to the system, with any outcome.</summary>
    public long Sent => _gate.Read(() => _sent);

    /// <summary>Sent requests without an answer at the end of the grace period.</summary>
    public long Unanswered => _gate.Read(() => _unanswered);

    /// <summary>Ordered by their ends.</summary>
    public IReadOnlyList<EndedRequest> Ended => _gate.Read<IReadOnlyList<EndedRequest>>(() => [.. _ended]);

    public TimeSpan Begin()
    {
        using var scope = _gate.EnterScope();
        _begun++;
        if (_first is null)
        {
            (_first, _startedAt) = (time.GetTimestamp(), time.GetUtcNow());
            _processor.Start();
        }

        return ElapsedNeedsLock();
    }

    public void Send()
    {
        using var scope = _gate.EnterScope();
        _sent++;
        _inFlight++;
    }

    public void Answer()
    {
        using var scope = _gate.EnterScope();
        _inFlight--;
    }

    /// <param name="end">Null for a request that was never sent, or that an interruption cut off.</param>
    public void End(TimeSpan began, RequestEnd? end, int users)
    {
        using var scope = _gate.EnterScope();
        EndNeedsLock(began, end, users);
    }

    /// <summary>Ends a request that was sent and has no answer at the end of the grace period.</summary>
    public void EndUnanswered(TimeSpan began, int users)
    {
        using var scope = _gate.EnterScope();
        _unanswered++;
        EndNeedsLock(began, RequestEnd.Unfinished, users);
    }

    /// <summary>The CPU use of this process, from the first request to the planned end.</summary>
    /// <param name="endedEarly">Whether the load ended early. The measured time then ends with the last request.</param>
    public GeneratorRecord Generator(bool endedEarly) => _processor.Generator(endedEarly ? Duration : null);

    public RunSnapshot Snapshot(RunPhase phase, int users)
    {
        using var scope = _gate.EnterScope();
        var now = ElapsedNeedsLock();
        var elapsed = now < planned ? now : planned;
        var window = elapsed < Recently ? elapsed : Recently;
        var recent = EndedSinceNeedsLock(elapsed - window).Where(request => request.At <= elapsed).Latency();
        return new RunSnapshot(
            phase,
            elapsed,
            planned,
            users,
            _inFlight,
            window > TimeSpan.Zero ? recent.Successes.Count / window.TotalSeconds : 0,
            recent.Percentile(50),
            recent.Percentile(95),
            _successful,
            _ended.Count - _successful - _unanswered)
        {
            P99Ms = recent.Percentile(99),
            RecentSuccesses = recent.SuccessesApart(),
        };
    }

    public void Dispose() => _processor.Dispose();

    /// <summary>The latest first.</summary>
    private IEnumerable<EndedRequest> EndedSinceNeedsLock(TimeSpan moment)
    {
        for (var i = _ended.Count - 1; i >= 0 && _ended[i].At > moment; i--)
        {
            yield return _ended[i];
        }
    }

    private void EndNeedsLock(TimeSpan began, RequestEnd? end, int users)
    {
        _duration = ElapsedNeedsLock();
        if (end is { } known)
        {
            _successful += known == RequestEnd.Success ? 1 : 0;
            _ended.Add(new EndedRequest(_duration, _duration - began, known, users));
        }
    }

    private TimeSpan ElapsedNeedsLock() => _first is { } first ? time.GetElapsedTime(first) : TimeSpan.Zero;
}

/// <summary>
/// A request that was answered, or had no answer at the end of the grace period. <paramref name="At"/> is its end, counted from
/// the start of the first request.
/// </summary>
/// <param name="Users">The number of users at its end.</param>
internal readonly record struct EndedRequest(TimeSpan At, TimeSpan Latency, RequestEnd End, int Users);

internal static class EndedRequests
{
    public static LatencyDistribution Latency(this IEnumerable<EndedRequest> requests)
    {
        var latency = new LatencyDistribution();
        foreach (var request in requests)
        {
            latency.Record((long)request.Latency.TotalMicroseconds, request.End);
        }

        return latency;
    }
}
