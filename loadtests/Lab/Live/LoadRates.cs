namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Converts the totals of a load to rates since the last call. One caller reads it, once a second.</summary>
internal sealed class LoadRates(AnswerCounts answers)
{
    private (long Completed, long Failed) _last;

    /// <param name="phase">In words.</param>
    /// <param name="planned">Null if the load continues until it is stopped.</param>
    /// <param name="ofLastSecond">
    /// Whether <see cref="LiveLoad.RequestsPerSecond"/> is that of the last second, instead of the last few seconds.
    /// </param>
    public LiveLoad Read(RunSnapshot load, string phase, TimeSpan? planned, bool ofLastSecond)
    {
        // Totals start again with each phase.
        var completed = Math.Max(0, load.Completed - _last.Completed);
        var failed = Math.Max(0, load.Failed - _last.Failed);
        _last = (load.Completed, load.Failed);
        return new LiveLoad(
            phase, load.Elapsed.TotalSeconds, planned?.TotalSeconds, load.Users, load.InFlight,
            ofLastSecond ? completed : load.RequestsPerSecond, failed, load.P50Ms, load.P95Ms, load.P99Ms, load.Completed,
            load.Failed)
        {
            Dropped = load.Dropped,
            Successes = LiveSuccesses.FromHistogram(load.RecentSuccesses),
            AnswersPerSecond = answers.Take().ToDictionary(kind => kind.Key, kind => (double)kind.Value),
        };
    }
}
