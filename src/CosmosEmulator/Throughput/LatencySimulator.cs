namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>Makes a data call last as long as a draw from the seeded distribution, counted from its arrival.</summary>
internal sealed class LatencySimulator(LatencySettings settings, TimeProvider time)
{
    // A draw from a wide distribution may be longer than a timer can wait.
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    private LatencySequence _sequence = new(settings);

    public LatencySettings Settings => Volatile.Read(ref _sequence).Settings;

    /// <summary>Takes effect with the next call and starts the sequence from its seed.</summary>
    public void Change(LatencySettings settings) => Volatile.Write(ref _sequence, new LatencySequence(settings));

    /// <summary>
    /// Waits for what is left of this call's latency: <paramref name="factor"/> times the draw, an hour at most.
    /// <paramref name="arrival"/> is a timestamp of the time provider.
    /// </summary>
    public Task WaitAsync(long arrival, double factor, CancellationToken cancellationToken)
    {
        var latency = Volatile.Read(ref _sequence).Next() * factor;
        if (latency == TimeSpan.Zero)
        {
            return Task.CompletedTask;
        }

        // Timers cut fractions of a millisecond off; rounding first keeps the mean where it is wanted.
        var whole = latency < Longest ? latency : Longest;
        var left = Math.Round((whole - time.GetElapsedTime(arrival)).TotalMilliseconds);
        return left <= 0 ? Task.CompletedTask : Task.Delay(TimeSpan.FromMilliseconds(left), time, cancellationToken);
    }
}
