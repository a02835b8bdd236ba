namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>
/// The time that really passed under load: from the first request's start to the last one's end. NBomber divides by the planned
/// time instead.
/// </summary>
internal sealed class MeasuredTime(TimeProvider time)
{
    private readonly Lock _gate = new();
    private long? _first;
    private long _last;

    public TimeSpan Duration
    {
        get
        {
            lock (_gate)
            {
                return _first is { } first ? time.GetElapsedTime(first, _last) : TimeSpan.Zero;
            }
        }
    }

    public void RequestStarted()
    {
        lock (_gate)
        {
            _first ??= time.GetTimestamp();
            _last = Math.Max(_last, _first.Value);
        }
    }

    public void RequestEnded()
    {
        lock (_gate)
        {
            _last = time.GetTimestamp();
        }
    }
}
