namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>Describes differences in the number of requests and in their outcomes.</summary>
internal static class CountDifferences
{
    /// <summary>A smaller relative difference is not reported.</summary>
    private const double MinDifference = 0.02;

    /// <summary>A smaller share of arrivals that were not sent is not reported.</summary>
    private const double MinMissingShare = 0.001;

    /// <summary>A shorter wait at the end is not reported.</summary>
    private const double MinWaitSeconds = 0.1;

    public static IEnumerable<string> Describe(EnginePair pair) =>
    [
        .. CutOffAtEnd(pair),
        .. pair.First.Load.Arrivals is null ? Fewer(pair) : pair.Runs.SelectMany(Missing),
        .. pair.Runs.SelectMany(DescribeEnd),
        .. Units(pair),
    ];

    private static IEnumerable<string> CutOffAtEnd(EnginePair pair) =>
        from cut in pair.Runs
        from waited in pair.Runs
        where cut.Load.CutOff > 0 && waited.Load.CutOff == 0
        let beyond = waited.Load.DurationSeconds - waited.PlannedSeconds
        select $"At the end {cut.Engine} cut off {Counted(cut.Load.CutOff ?? 0, "request")}; "
            + $"{Count(cut.Load.Unanswered)} of them had "
            + $"been sent: they failed and count in its latency with the time waited. {waited.Engine} waited "
            + $"for its own{(beyond >= MinWaitSeconds ? $", {Short(beyond)} s beyond the planned end," : "")} and counts them.";

    /// <summary>In a closed loop, fewer requests are sent with slower answers, fewer users, or an early end.</summary>
    private static IEnumerable<string> Fewer(EnginePair pair)
    {
        var (less, more) = pair.First.Load.Sent < pair.Second.Load.Sent ? (pair.First, pair.Second) : (pair.Second, pair.First);
        var gap = EngineDifferences.Gap(less.Load.Sent, more.Load.Sent);
        if (gap < MinDifference)
        {
            return [];
        }

        // More than half of the difference in requests.
        var usersExplainGap = EngineDifferences.Gap(less.MeanUsers, more.MeanUsers) > gap / 2;
        var why = (usersExplainGap, less.Load.Latency.MeanMs > more.Load.Latency.MeanMs) switch
        {
            _ when less.Interrupted => ": it was ended early",
            (true, _) when less.MeanUsers < more.MeanUsers =>
                $": it had {Short(less.MeanUsers)} users on average, the other {Short(more.MeanUsers)}",
            (_, true) => $": answers took longer with {less.Engine}, and users wait for them",
            _ => "",
        };
        return [$"{less.Engine} sent {Count(less.Load.Sent)} requests, {more.Engine} {Count(more.Load.Sent)}{why}."];
    }

    private static IEnumerable<string> Missing(EngineRun run)
    {
        if (run.Load.Arrivals is { } arrivals && arrivals.Asked - run.Load.Sent > arrivals.Asked * MinMissingShare)
        {
            var missing = $"{run.Engine} sent {Count(run.Load.Sent)} of the {Short(arrivals.Asked)} requests asked for";
            yield return arrivals.Dropped is { } dropped
                ? $"{missing}: {Count(dropped)} found as many in flight as were allowed, and were dropped."
                : $"{missing}. It keeps no count of those that it did not start in time.";
        }
    }

    /// <summary>Failures with their reasons, and an early end.</summary>
    internal static IEnumerable<string> DescribeEnd(EngineRun run)
    {
        var load = run.Load;
        if (load.NotSuccessful > 0)
        {
            yield return $"{run.Engine}: {Counted(load.NotSuccessful, "request")} failed ({load.FailuresInWords}); "
                + $"they count in the latency{(load.Successful > 0 ? ", and that of successes is listed apart" : "")}.";
        }

        if (run.Interrupted)
        {
            yield return $"{run.Engine} was ended early: its figures cover {Short(load.DurationSeconds)} of "
                + $"{Short(run.PlannedSeconds)} s.";
        }
    }

    private static IEnumerable<string> Units(EnginePair pair)
    {
        if (pair is { First.RequestUnitsPerOperation: { } first, Second.RequestUnitsPerOperation: { } second }
            && EngineDifferences.Gap(second, first) > MinDifference)
        {
            var why = pair.Runs.Any(run => run.Load.CutOff + run.Load.ClientErrors > run.Load.Sent * MinDifference)
                ? "Requests that failed or were cut off count as operations, and not all of them had reached the database."
                : "The same requests cost the same, so different ones were made.";
            yield return $"RU per operation: {Short(second)} with {pair.Second.Engine}, {Short(first)} "
                + $"with {pair.First.Engine}. {why}";
        }
    }
}
