namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>
/// The system's clock with timers that are right to about a millisecond. The framework's own go by a tick count that Linux
/// moves on every 4 ms, which would blur a latency of a few. One thread of its own waits for the next timer; callbacks run on the
/// pool.
/// </summary>
internal sealed class PreciseTimeProvider : TimeProvider
{
    // Waits last whole milliseconds, so a timer fires up to half of one early or late.
    private static readonly TimeSpan Half = TimeSpan.FromMilliseconds(0.5);

    private readonly object _gate = new();
    private readonly PriorityQueue<PreciseTimer, long> _timers = new();

    private PreciseTimeProvider() => new Thread(Run) { IsBackground = true, Name = "Precise timers" }.Start();

    public static PreciseTimeProvider Shared { get; } = new();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new PreciseTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    private void Schedule(PreciseTimer timer, long due)
    {
        lock (_gate)
        {
            timer.Due = due;
            _timers.Enqueue(timer, due);
            if (_timers.Peek() == timer)
            {
                Monitor.Pulse(_gate);
            }
        }
    }

    private void Run()
    {
        lock (_gate)
        {
            while (true)
            {
                _ = Monitor.Wait(_gate, FireDueNeedsLock());
            }
        }
    }

    // How long to wait for the next one. A timer that was changed or disposed is still queued for its old moment and passed over.
    private TimeSpan FireDueNeedsLock()
    {
        while (_timers.TryPeek(out var timer, out var due))
        {
            var left = GetElapsedTime(GetTimestamp(), due);
            if (left > Half)
            {
                return TimeSpan.FromMilliseconds(Math.Max(1, Math.Round(left.TotalMilliseconds)));
            }

            _timers.Dequeue();
            if (timer.Due == due)
            {
                timer.Fire();
            }
        }

        return Timeout.InfiniteTimeSpan;
    }

    private sealed class PreciseTimer(PreciseTimeProvider owner, TimerCallback callback, object? state)
        : ITimer, IThreadPoolWorkItem
    {
        private const long Never = -1;
        private TimeSpan _period = Timeout.InfiniteTimeSpan;

        /// <summary>A timestamp; the owner's lock guards it.</summary>
        public long Due { get; set; } = Never;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            _period = period;
            if (dueTime == Timeout.InfiniteTimeSpan)
            {
                lock (owner._gate)
                {
                    Due = Never;
                }

                return true;
            }

            owner.Schedule(this, owner.GetTimestamp() + (long)(dueTime.TotalSeconds * owner.TimestampFrequency));
            return true;
        }

        public void Fire()
        {
            Due = Never;
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
            if (_period != Timeout.InfiniteTimeSpan && _period > TimeSpan.Zero)
            {
                Change(_period, _period);
            }
        }

        public void Execute() => callback(state);

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
