namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Logs failed requests as warnings: the first one immediately, and the number of further equal failures once a second. Under
/// overload, a line for each request would add to the load.
/// </summary>
internal sealed class FailureLog : IDisposable
{
    private static readonly TimeSpan Pace = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly ILogger<FailureLog> _logger;
    private readonly ITimer _timer;

    // The failures of the last second, by their texts, with the number of those that are not logged yet.
    private readonly Dictionary<string, (BackendFailure Failure, int Count)> _latest = [];

    public FailureLog(ILogger<FailureLog> logger, TimeProvider time)
    {
        _logger = logger;
        _timer = time.CreateTimer(_ => LogRepeats(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    public void Write(BackendFailure failure)
    {
        lock (_gate)
        {
            if (_latest.TryGetValue(failure.Detail, out var known))
            {
                _latest[failure.Detail] = (failure, known.Count + 1);
                return;
            }

            StartTimerNeedsLock();
            _latest.Add(failure.Detail, (failure, 0));
        }

        Log.BackendFailed(_logger, failure.Status, failure.Kind, failure.Detail);
    }

    public void Dispose() => _timer.Dispose();

    private void LogRepeats()
    {
        (BackendFailure Failure, int Count)[] repeated;
        lock (_gate)
        {
            repeated = [.. _latest.Values.Where(each => each.Count > 0)];
            _latest.Clear();
            foreach (var (failure, _) in repeated)
            {
                StartTimerNeedsLock();
                _latest.Add(failure.Detail, (failure, 0));
            }
        }

        foreach (var (failure, count) in repeated)
        {
            Log.BackendFailedAgain(_logger, count, failure.Status, failure.Kind, failure.Detail);
        }
    }

    private void StartTimerNeedsLock()
    {
        if (_latest.Count == 0)
        {
            _timer.Change(Pace, Timeout.InfiniteTimeSpan);
        }
    }
}
