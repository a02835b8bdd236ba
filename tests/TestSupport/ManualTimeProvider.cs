namespace DroneDelivery.TestSupport;

/// <summary>A clock that stands still until a test advances it. Timers fire, in order of their due time, inside <see cref="Advance"/>.</summary>
public sealed class ManualTimeProvider(DateTimeOffset start) : TimeProvider
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(50);

    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private DateTimeOffset _now = start;

    public ManualTimeProvider()
        : this(new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero))
    {
    }

    /// <summary>Ticks of 100 ns, as in <see cref="TimeSpan"/>.</summary>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>The number of timers that have still to fire: lets a test wait until the code under test sleeps.</summary>
    public int PendingTimers
    {
        get
        {
            lock (_gate)
            {
                return _timers.Count;
            }
        }
    }

    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate)
        {
            return _now;
        }
    }

    public override long GetTimestamp() => GetUtcNow().UtcTicks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Moves the clock on by <paramref name="by"/> and runs every timer that falls due on the way, at its own moment.</summary>
    public void Advance(TimeSpan by)
    {
        var target = GetUtcNow() + by;
        while (TakeNextDueBy(target) is { } timer)
        {
            timer.Fire();
        }

        lock (_gate)
        {
            _now = target;
        }
    }

    /// <summary>
    /// Runs work and moves the clock on until it is done. Off the test's synchronization context continuations run inside the
    /// timer that they waited for, so each happens at its exact moment and the work is the same every time.
    /// </summary>
    /// <param name="onTick">Called every 50 ms of the clock with the time since the start, to look at the work from outside.</param>
    public Task<T> DriveAsync<T>(Func<Task<T>> start, Action<TimeSpan>? onTick = null) => Task.Run(async () =>
    {
        var started = GetTimestamp();
        var work = start();
        while (!work.IsCompleted)
        {
            if (PendingTimers == 0)
            {
                // Work went to another thread, as cancelling may do: it has to come back before time passes.
                await Task.Yield();
                continue;
            }

            onTick?.Invoke(GetElapsedTime(started));
            Advance(Tick);
        }

        return await work;
    });

    private ManualTimer? TakeNextDueBy(DateTimeOffset target)
    {
        lock (_gate)
        {
            var next = _timers.Where(timer => timer.Due <= target).MinBy(timer => timer.Due);
            if (next is null)
            {
                return null;
            }

            _now = next.Due > _now ? next.Due : _now;
            _timers.Remove(next);
            if (next.Period > TimeSpan.Zero)
            {
                next.Due += next.Period;
                _timers.Add(next);
            }

            return next;
        }
    }

    private sealed class ManualTimer(ManualTimeProvider clock, TimerCallback callback, object? state) : ITimer
    {
        public DateTimeOffset Due { get; set; }

        public TimeSpan Period { get; private set; }

        public void Fire() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._gate)
            {
                clock._timers.Remove(this);
                if (dueTime != Timeout.InfiniteTimeSpan)
                {
                    Due = clock._now + dueTime;
                    Period = period == Timeout.InfiniteTimeSpan ? TimeSpan.Zero : period;
                    clock._timers.Add(this);
                }

                return true;
            }
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
