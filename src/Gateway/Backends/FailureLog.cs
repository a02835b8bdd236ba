using System.Collections.Concurrent;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Logs failed requests as warnings: the first one immediately, and the number of further equal failures once a second. Under
/// overload, a line for each request would add to the load.
/// </summary>
internal sealed class FailureLog(ILogger<FailureLog> logger, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Pace = TimeSpan.FromSeconds(1);

    // The texts differ only by backend, timeout and status, so there are few of them.
    private readonly ConcurrentDictionary<string, Repeats> _repeats = new();

    public void Write(BackendFailure failure) =>
        _repeats.GetOrAdd(failure.Detail, _ => new Repeats(logger, failure, time)).Add();

    public void Dispose()
    {
        foreach (var repeats in _repeats.Values)
        {
            repeats.Dispose();
        }
    }

    private sealed class Repeats : IDisposable
    {
        private readonly Lock _gate = new();
        private readonly ILogger _logger;
        private readonly BackendFailure _failure;
        private readonly ITimer _timer;
        private int _count;
        private bool _isCounting;

        public Repeats(ILogger logger, BackendFailure failure, TimeProvider time)
        {
            (_logger, _failure) = (logger, failure);
            _timer = time.CreateTimer(_ => Tell(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }

        public void Add()
        {
            lock (_gate)
            {
                if (_isCounting)
                {
                    _count++;
                    return;
                }

                CountNeedsLock();
            }

            Log.BackendFailed(_logger, _failure.Status, _failure.Kind, _failure.Detail);
        }

        public void Dispose() => _timer.Dispose();

        private void Tell()
        {
            int count;
            lock (_gate)
            {
                (count, _count, _isCounting) = (_count, 0, false);
                if (count == 0)
                {
                    return;
                }

                CountNeedsLock();
            }

            Log.BackendFailedAgain(_logger, count, _failure.Status, _failure.Kind, _failure.Detail);
        }

        private void CountNeedsLock()
        {
            _isCounting = true;
            _timer.Change(Pace, Timeout.InfiniteTimeSpan);
        }
    }
}
