namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// When a system is back to normal after a load: the first time, in steps of a tenth of a second, from which on the requests of
/// one whole second are answered within the objective. 1 % of them may miss it, as at the capacity.
/// </summary>
public static class Recovery
{
    private const int StepsInSecond = 10;
    private const double MissedShare = 0.01;

    /// <param name="attempts">All tries; retries are ignored, since a system at rest receives none.</param>
    /// <param name="end">The load's end, in seconds from the run's start.</param>
    /// <param name="until">Requests due later are ignored: their objective has not passed yet.</param>
    /// <returns>Seconds from the load's end; null if the system was not back to normal by then.</returns>
    public static double? Find(IEnumerable<Attempt> attempts, double end, double until, double objectiveSeconds)
    {
        var (probes, misses) = (new List<int>(), new List<int>());
        foreach (var probe in attempts.Where(attempt => !attempt.IsRetry && attempt.At >= end && attempt.At < until))
        {
            var step = (int)((probe.At - end) * StepsInSecond);
            (probe.IsGood(objectiveSeconds) ? probes : misses).Add(step);
        }

        var last = (int)((until - end) * StepsInSecond) - StepsInSecond;
        for (var step = 0; step <= last; step++)
        {
            var (good, missed) = (CountFrom(probes, step), CountFrom(misses, step));
            if (good > 0 && missed <= (good + missed) * MissedShare)
            {
                return (double)step / StepsInSecond;
            }
        }

        return null;
    }

    private static int CountFrom(List<int> steps, int from) => steps.Count(step => step >= from && step < from + StepsInSecond);
}
