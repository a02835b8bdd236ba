namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// When a system is back to normal after a load: the first moment, in steps of a tenth of a second, from which the requests of
/// one whole second are answered within the objective. One in a hundred may miss, as at the capacity.
/// </summary>
public static class Recovery
{
    private const int StepsInSecond = 10;
    private const double MissedShare = 0.01;

    /// <param name="attempts">Those that clients repeat do not count: a system at rest gets none.</param>
    /// <param name="end">Of the load, in seconds from the run's start.</param>
    /// <param name="until">What was due later has not had its time yet.</param>
    /// <returns>Seconds from the load's end; null where it was not back to normal by then.</returns>
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
