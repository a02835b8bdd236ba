namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>A clock whose timers fire late, as those of a busy machine do.</summary>
internal sealed class LateTimers(TimeProvider clock, TimeSpan lag) : TimeProvider
{
    public override long TimestampFrequency => clock.TimestampFrequency;

    public override long GetTimestamp() => clock.GetTimestamp();

    public override DateTimeOffset GetUtcNow() => clock.GetUtcNow();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        clock.CreateTimer(callback, state, dueTime == Timeout.InfiniteTimeSpan ? dueTime : dueTime + lag, period);
}
