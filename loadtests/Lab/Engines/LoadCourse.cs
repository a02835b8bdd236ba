namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>The figures of a run for each second and for each load step, which the engine itself does not report.</summary>
internal static class LoadCourse
{
    public static IReadOnlyList<LoadSecond> Seconds(ExternalLoadLog log)
    {
        var ended = log.Ended;
        var requests = ended.ToLookup(request => (int)request.At.TotalSeconds);
        var seconds = new List<LoadSecond>();
        var users = 0;
        for (var second = 0; second < log.Duration.TotalSeconds; second++)
        {
            // A second without ended requests has the number of users of the previous second.
            users = requests[second].Select(request => request.Users).DefaultIfEmpty(users).Max();
            var latency = requests[second].Latency();
            var isLast = second + 1 >= log.Duration.TotalSeconds;
            seconds.Add(new LoadSecond(
                second,
                users,
                latency.Successes.Count,
                latency.Failed,
                latency.Mean.Milliseconds ?? 0,
                latency.Percentile(50).Milliseconds ?? 0,
                latency.Percentile(95).Milliseconds ?? 0)
            {
                Latency = (isLast ? ended.Where(request => request.At.TotalSeconds >= second).Latency() : latency).ToBytes(),
            });
        }

        return seconds;
    }

    /// <summary>
    /// A request belongs to the step in which it ended. A request that ended after the last step belongs to no step. Steps that
    /// were never reached are not listed.
    /// </summary>
    public static IReadOnlyList<LoadStepRecord> Steps(ExternalLoadLog log, IReadOnlyList<LoadStep> steps)
    {
        var requests = log.Ended;
        var records = new List<LoadStepRecord>();
        var start = TimeSpan.Zero;
        foreach (var step in steps.TakeWhile(_ => start < log.Duration))
        {
            var end = start + step.Duration;
            var latency = requests.Where(request => request.At >= start && request.At < end).Latency();
            records.Add(new LoadStepRecord(
                step.Users,
                ((end < log.Duration ? end : log.Duration) - start).TotalSeconds,
                latency.Successes.Count,
                latency.Failed,
                latency.Mean.Milliseconds ?? 0,
                latency.Percentile(95).Milliseconds ?? 0));
            start = end;
        }

        return records;
    }
}
