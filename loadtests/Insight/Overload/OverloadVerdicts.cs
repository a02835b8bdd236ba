using System.Globalization;
using DroneDelivery.LoadTests.Scenarios.Overload;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Overload;

/// <summary>A goal, and whether it was reached.</summary>
public sealed record OverloadVerdict(string Goal, string Found, bool Kept);

/// <summary>What has to be true of a system that is asked for three times what it can take.</summary>
public static class OverloadVerdicts
{
    private const double LeastShareOfPeak = 0.9;
    private const double CollapsedShareOfPeak = 0.5;
    private const double LongestRecoverySeconds = 0.5;
    private const double MostGrowth = 0.1;

    /// <summary>Of a cured failure: by then the last client of the burst has gone, after three tries of 3 s.</summary>
    private const double LongestCureSeconds = 10;

    /// <summary>One for each goal whose runs are there.</summary>
    public static IEnumerable<OverloadVerdict> Of(OverloadRecord record) =>
        [.. OfShedding(record), .. OfNone(record), .. OfMetastable(record)];

    private static IEnumerable<OverloadVerdict> OfShedding(OverloadRecord record)
    {
        if (Find(record, OverloadLab.Step, OverloadLab.Adaptive) is not { Worst: { } worst } run || record.Peak is not { } peak)
        {
            yield break;
        }

        var load = $"adaptive, {Short(worst.Times)} times the capacity for {Short(worst.UntilSeconds - worst.FromSeconds)} s";
        yield return new(
            $"{load}: goodput at least {Share(LeastShareOfPeak)} of the peak",
            $"{Share(worst.GoodputPerSecond / peak)}: {Short(worst.GoodputPerSecond)} of {Short(peak)} req/s",
            worst.GoodputPerSecond >= peak * LeastShareOfPeak);
        yield return new(
            $"{load}: p99 of the accepted within {Milliseconds(record.ObjectiveMs)}",
            Milliseconds(worst.P99Ms),
            worst.P99Ms <= record.ObjectiveMs);
        yield return new(
            $"adaptive: back to normal within {Short(LongestRecoverySeconds)} s of the load's end",
            RecoveryText(run),
            run.RecoverySeconds <= LongestRecoverySeconds);
        if (run.MemoryGrowth is { } growth)
        {
            yield return new(
                $"adaptive: the gateway's memory grows by at most {Share(MostGrowth)}",
                (growth * 100).ToString("+0.0' %';-0.0' %'", CultureInfo.InvariantCulture),
                growth <= MostGrowth);
        }
    }

    private static IEnumerable<OverloadVerdict> OfNone(OverloadRecord record)
    {
        if (Find(record, OverloadLab.Step, OverloadLab.None) is { Worst: { } worst } && record.Peak is { } peak)
        {
            yield return new(
                $"none: collapses, to less than {Share(CollapsedShareOfPeak)} of the peak",
                $"{Share(worst.GoodputPerSecond / peak)}: {Short(worst.GoodputPerSecond)} of {Short(peak)} req/s",
                worst.GoodputPerSecond < peak * CollapsedShareOfPeak);
        }
    }

    private static IEnumerable<OverloadVerdict> OfMetastable(OverloadRecord record)
    {
        foreach (var (index, setting) in MetastableLab.Settings.Index())
        {
            if (Find(record, MetastableLab.Name, setting.Name) is { After: not null } run)
            {
                yield return index == 0
                    ? new($"{setting.Name}: the failure outlasts the burst", RecoveryText(run), run.RecoverySeconds is null)
                    : new(
                        $"{setting.Name}: the failure ends within {Short(LongestCureSeconds)} s of the burst",
                        RecoveryText(run),
                        run.RecoverySeconds <= LongestCureSeconds);
            }
        }
    }

    internal static string RecoveryText(OverloadRun run) => run switch
    {
        { RecoverySeconds: { } seconds } => string.Create(CultureInfo.InvariantCulture, $"after {seconds:0.0} s"),
        { After: not null } => $"not within {Short(run.WatchedSeconds)} s",
        _ => None,
    };

    private static OverloadRun? Find(OverloadRecord record, string shape, string setting) =>
        record.Runs.FirstOrDefault(run => run.Shape == shape && run.Setting == setting);
}
