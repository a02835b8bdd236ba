namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The goals for a system under three times its capacity, for the metastable failure, and for a crash.</summary>
public static class OverloadVerdicts
{
    private const double MinShareOfPeak = 0.9;
    private const double CollapsedShareOfPeak = 0.5;
    private const double MaxRecoverySeconds = 0.5;
    private const double MaxGrowth = 0.1;

    /// <summary>The share of requests that may miss the objective of p99. Refused ones do not count; failures miss it.</summary>
    private const double MaxMissedShare = 0.01;

    /// <summary>The longest recovery with a cure: after three attempts of 3 s the last client of the burst gives up.</summary>
    private const double MaxCureSeconds = 10;

    /// <summary>The share of requests that may fail from the kill to 20 s after the restart. Refused ones do not count.</summary>
    private const double MaxFailedInCrash = 0.01;

    /// <summary>A verdict for each goal whose runs are in the record.</summary>
    public static IEnumerable<StudyVerdict> FromRecord(OverloadFigures record) =>
        [.. JudgeShedding(record), .. JudgeNone(record), .. JudgeMetastable(record), .. JudgeCrash(record)];

    private static IEnumerable<StudyVerdict> JudgeShedding(OverloadFigures record)
    {
        if (Find(record, OverloadLab.Step, OverloadLab.Adaptive) is not { Worst: { } worst } run || record.Peak is not { } peak)
        {
            yield break;
        }

        var load = $"adaptive, {Short(worst.Times)} times the capacity for {Short(worst.UntilSeconds - worst.FromSeconds)} s";
        yield return OneRun(
            $"{load}: goodput at least {Share(MinShareOfPeak)} of the peak",
            $"{Share(worst.GoodputPerSecond / peak)}: {Short(worst.GoodputPerSecond)} of {Short(peak)} req/s",
            worst.GoodputPerSecond >= peak * MinShareOfPeak);
        yield return OneRun(
            $"{load}: p99 of the accepted within {Milliseconds(record.ObjectiveMs)}",
            worst.MissedShare is { } missed
                ? $"{Milliseconds(worst.Latency.Percentile(99))}; {Share(missed)} miss it"
                : "none was accepted",
            worst.MissedShare is { } share ? share <= MaxMissedShare : null);
        yield return OneRun(
            $"adaptive: back to normal within {Short(MaxRecoverySeconds)} s of the load's end",
            RecoveryText(run),
            run.RecoverySeconds <= MaxRecoverySeconds);
        if (run.MemoryGrowth is { } growth)
        {
            yield return OneRun(
                $"adaptive: the gateway's memory grows by at most {Share(MaxGrowth)}",
                (growth * 100).ToString("+0.0' %';-0.0' %'"),
                growth <= MaxGrowth);
        }
    }

    private static IEnumerable<StudyVerdict> JudgeNone(OverloadFigures record)
    {
        if (Find(record, OverloadLab.Step, OverloadLab.None) is { Worst: { } worst } && record.Peak is { } peak)
        {
            yield return OneRun(
                $"none: collapses, to less than {Share(CollapsedShareOfPeak)} of the peak",
                $"{Share(worst.GoodputPerSecond / peak)}: {Short(worst.GoodputPerSecond)} of {Short(peak)} req/s",
                worst.GoodputPerSecond < peak * CollapsedShareOfPeak);
        }
    }

    private static IEnumerable<StudyVerdict> JudgeMetastable(OverloadFigures record)
    {
        foreach (var (index, setting) in MetastableLab.Settings.Index())
        {
            if (Find(record, MetastableLab.Name, setting.Name) is { After: not null } run)
            {
                yield return index == 0
                    ? OneRun($"{setting.Name}: the failure outlasts the burst", RecoveryText(run), run.RecoverySeconds is null)
                    : OneRun(
                        $"{setting.Name}: the failure ends within {Short(MaxCureSeconds)} s of the burst",
                        RecoveryText(run),
                        run.RecoverySeconds <= MaxCureSeconds);
            }
        }
    }

    private static IEnumerable<StudyVerdict> JudgeCrash(OverloadFigures record)
    {
        if (Find(record, CrashLab.Name, OverloadLab.Adaptive) is not { Crash: { } crash })
        {
            yield break;
        }

        var span = crash.Span;
        yield return OneRun(
            $"adaptive: at most {Share(MaxFailedInCrash)} of the requests fail after the crash",
            $"{Share(span.FailedShare)}: {span.Failed} of {span.Offered}; refused: {span.Refused}",
            span.FailedShare <= MaxFailedInCrash);
        yield return OneRun(
            $"adaptive: {Short(CrashFigures.NoticeSeconds)} s after the crash the gateway no longer calls the dead Delivery",
            crash.LastCallSeconds is { } last ? $"the last call within {last:0.0} s" : "not known",
            crash.LastCallSeconds is { } seconds ? seconds <= CrashFigures.NoticeSeconds : null);
        yield return OneRun(
            $"adaptive: no request that was due {Short(CrashFigures.NoticeSeconds)} s after the crash or later fails",
            $"{crash.LateFailures} failed",
            crash.LateFailures == 0);
        yield return OneRun("adaptive: the crash spreads to no other Delivery", SpreadText(crash), !crash.Spreads);
    }

    internal static string SpreadText(CrashFigures crash) =>
        $"at least {Short(crash.Lowest)} good req/s, of {Short(crash.Before)} before"
        + (crash.Pauses > 0 ? $"; calls were paused {crash.Pauses} times" : "");

    /// <summary>Each shape is run once in each setting.</summary>
    private static StudyVerdict OneRun(string goal, string found, bool? met) => new(goal, found, met, Runs: 1);

    internal static string RecoveryText(OverloadRun run) => run switch
    {
        { RecoverySeconds: { } seconds } => $"after {seconds:0.0} s",
        { After: not null } => $"not within {Short(run.WatchedSeconds)} s",
        _ => None,
    };

    private static OverloadRun? Find(OverloadFigures record, string shape, string setting) =>
        record.Runs.FirstOrDefault(run => run.Shape == shape && run.Setting == setting && !run.Interrupted);
}
