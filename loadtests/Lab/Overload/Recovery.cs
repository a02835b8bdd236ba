namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// When a system is back to normal after a load: the first time, in steps of a tenth of a second, from which on the requests of
/// one whole second are answered within the objective. 1 % of them may miss it, as at the capacity.
/// </summary>
public static class Recovery
{
    private const int StepsInSecond = 10;
    private const double MissedShare = 0.01;

    /// <param name="attempts">All attempts; retries are ignored, since a system at rest receives none.</param>
    /// <param name="end">The load's end, in seconds from the run's start.</param>
    /// <param name="until">Requests due later are ignored: their objective has not passed yet.</param>
    /// <returns>Seconds from the load's end; null if the system was not back to normal by then.</returns>
    public static double? Find(IEnumerable<Attempt> attempts, double end, double until, double objectiveSeconds)
    {
        var probes = attempts.Where(attempt => !attempt.IsRetry && attempt.At >= end && attempt.At < until)
            .ToLookup(probe => (int)((probe.At - end) * StepsInSecond), probe => probe.IsGood(objectiveSeconds));
        var last = (int)((until - end) * StepsInSecond) - StepsInSecond;
        for (var step = 0; step <= last; step++)
        {
            var second = Enumerable.Range(step, StepsInSecond).SelectMany(each => probes[each]).ToList();
            var missed = second.Count(isGood => !isGood);
            if (missed < second.Count && missed <= second.Count * MissedShare)
            {
                return (double)step / StepsInSecond;
            }
        }

        return null;
    }
}
