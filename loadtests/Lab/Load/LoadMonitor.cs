namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>The current state of a load, for any engine. Can be read at any time, from any thread.</summary>
public sealed class LoadMonitor
{
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(10);

    private volatile Func<RunSnapshot> _source = new RunMonitor().Snapshot;
    private volatile Func<TimeSpan> _elapsed = () => TimeSpan.Zero;

    /// <summary>The time since the measured load started, on the engine's clock; zero if the engine does not show it.</summary>
    public TimeSpan Elapsed => _elapsed();

    public RunSnapshot Snapshot() => _source();

    /// <summary>Writes a line every ten seconds until the load ends; then returns normally.</summary>
    internal async Task SayAsync(
        Action<string> say, TimeSpan planned, Task load, TimeProvider time, CancellationToken cancellationToken)
    {
        while (await Task.WhenAny(load, Task.Delay(SayInterval, time, cancellationToken)) != load
            && !cancellationToken.IsCancellationRequested)
        {
            var now = Snapshot();
            say($"  {now.Elapsed.TotalSeconds:0} of {planned.TotalSeconds:0} s  {now.LoadText}  "
                + $"{now.RequestsPerSecond:0} req/s  p50 {now.P50Ms.ToText(ms => $"{ms:0}")} ms  "
                + $"p99 {now.P99Ms.ToText(ms => $"{ms:0}")} ms  errors {now.Failed}"
                + (now.Dropped > 0 ? $"  dropped {now.Dropped}" : ""));
        }
    }

    /// <param name="source">The new source of snapshots; called from any thread.</param>
    /// <param name="elapsed">The source of <see cref="Elapsed"/>.</param>
    public void Show(Func<RunSnapshot> source, Func<TimeSpan>? elapsed = null) =>
        (_source, _elapsed) = (source, elapsed ?? _elapsed);
}
