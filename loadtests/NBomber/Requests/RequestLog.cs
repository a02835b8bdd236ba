using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.NBomber.Requests;

/// <summary>
/// What NBomber does not tell: how many requests were begun and sent, the time that really passed, and when each request ended,
/// for the display and for figures by second. Time counts from the first request's start.
/// </summary>
internal sealed class RequestLog(TimeProvider time)
{
    private static readonly TimeSpan Recently = TimeSpan.FromSeconds(4);

    private readonly Lock _gate = new();
    private readonly List<EndedRequest> _ended = [];
    private long? _first;
    private DateTimeOffset _startedAt;
    private TimeSpan _duration;
    private long _begun;
    private long _sent;
    private long _successful;
    private int _inFlight;

    /// <summary>When the first request began; the present while there is none.</summary>
    public DateTimeOffset StartedAt => Read(() => _first is null ? time.GetUtcNow() : _startedAt);

    /// <summary>From the first request's start to the last one's end. NBomber divides by the planned time instead.</summary>
    public TimeSpan Duration => Read(() => _duration);

    public long Begun => Read(() => _begun);

    /// <summary>Requests handed to the system, whatever became of them.</summary>
    public long Sent => Read(() => _sent);

    /// <summary>In the order of their ends.</summary>
    public IReadOnlyList<EndedRequest> Ended => Read<IReadOnlyList<EndedRequest>>(() => [.. _ended]);

    public TimeSpan Begin()
    {
        lock (_gate)
        {
            _begun++;
            if (_first is null)
            {
                (_first, _startedAt) = (time.GetTimestamp(), time.GetUtcNow());
            }

            return ElapsedNeedsLock();
        }
    }

    public void Send()
    {
        lock (_gate)
        {
            _sent++;
            _inFlight++;
        }
    }

    public void Answer()
    {
        lock (_gate)
        {
            _inFlight--;
        }
    }

    /// <param name="outcome">Null for a request that was cut off.</param>
    public void End(TimeSpan began, OutcomeKind? outcome, int users)
    {
        lock (_gate)
        {
            _duration = ElapsedNeedsLock();
            if (outcome is { } known)
            {
                var successful = known == OutcomeKind.Success;
                _successful += successful ? 1 : 0;
                _ended.Add(new EndedRequest(_duration, _duration - began, successful, users));
            }
        }
    }

    public RunSnapshot Snapshot(RunPhase phase, TimeSpan planned, int users)
    {
        lock (_gate)
        {
            var now = ElapsedNeedsLock();
            var elapsed = now < planned ? now : planned;
            var window = elapsed < Recently ? elapsed : Recently;
            var recent = Latencies.Of(EndedSinceNeedsLock(elapsed - window).Where(request => request.At <= elapsed));
            return new RunSnapshot(
                phase,
                elapsed,
                planned,
                users,
                _inFlight,
                window > TimeSpan.Zero ? recent.Successful / window.TotalSeconds : 0,
                recent.PercentileMs(50),
                recent.PercentileMs(95),
                _successful,
                _ended.Count - _successful);
        }
    }

    /// <summary>The latest first.</summary>
    private IEnumerable<EndedRequest> EndedSinceNeedsLock(TimeSpan moment)
    {
        for (var i = _ended.Count - 1; i >= 0 && _ended[i].At > moment; i--)
        {
            yield return _ended[i];
        }
    }

    private TimeSpan ElapsedNeedsLock() => _first is { } first ? time.GetElapsedTime(first) : TimeSpan.Zero;

    private T Read<T>(Func<T> read)
    {
        lock (_gate)
        {
            return read();
        }
    }
}
