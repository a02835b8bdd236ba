using System.Globalization;
using DroneDelivery.LoadTests.Insight.Figures;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Overload;

/// <summary>What came of the overload lab, as text for a console.</summary>
public static class OverloadText
{
    public static readonly IReadOnlyList<string> Columns =
    [
        "Shape", "Setting", "Load", "Offered/s", "Goodput/s", "p50 ms", "p99 ms", "Refused", "Failed", "Normal again",
        "Memory MiB",
    ];

    private const string AfterLoad = "after";

    public static string Plain(OverloadRecord record) =>
        $"{Summary(record)}\n\n{AlignedText.Of([Columns, .. record.Runs.SelectMany(Rows)], column => column < 3)}"
        + $"\nLatency is that of the accepted, answered or not.\n\n{Verdicts(record)}"
        + string.Concat(RunWarnings.OfSetting(record.DebugBuild, record.Machine).Select(warning => $"{warning}\n"));

    public static string Summary(OverloadRecord record) => string.Create(
        CultureInfo.InvariantCulture,
        $"Capacity{(record.CapacityGiven ? " (given)" : "")}: {Short(record.Capacity)} req/s; peak of the goodput: "
        + $"{Short(record.Peak)} req/s. Goodput: answers within {Milliseconds(record.ObjectiveMs)} per second. "
        + $"Fixed limit: {record.FixedLimit} in flight.");

    /// <summary>One run as it ends, for whoever watches.</summary>
    public static IEnumerable<string> Lines(OverloadRun run) =>
        AlignedText.Of([[.. Columns.Skip(2)], .. Rows(run).Select(row => (string[])[.. row.Skip(2)])], column => column == 0)
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>A line for each stretch of load, and one for the time after it, as <see cref="Columns"/> has them.</summary>
    public static IEnumerable<IReadOnlyList<string>> Rows(OverloadRun run)
    {
        foreach (var stretch in run.Stretches)
        {
            var load = string.Create(CultureInfo.InvariantCulture, $"{stretch.Times:0.##}x");
            yield return Row(run, stretch, load, None, Memory(run, stretch));
        }

        if (run.After is { } after)
        {
            yield return Row(run, after, AfterLoad, OverloadVerdicts.RecoveryText(run), Memory(run, after));
        }
    }

    private static IReadOnlyList<string> Row(
        OverloadRun run, OverloadStretch stretch, string load, string recovery, string memory) =>
    [
        run.Shape,
        run.Setting,
        load,
        Short(stretch.OfferedPerSecond),
        Short(stretch.GoodputPerSecond),
        Short(stretch.P50Ms),
        Short(stretch.P99Ms),
        Share(stretch.RefusedShare),
        Share(stretch.FailedShare),
        recovery,
        memory,
    ];

    private static string Memory(OverloadRun run, OverloadStretch stretch)
    {
        var points = run.Memory
            .Where(point => point.Second >= stretch.FromSeconds && point.Second < stretch.UntilSeconds)
            .ToList();
        return points.Count == 0 ? None : Short(points.Average(point => point.MiB));
    }

    private static string Verdicts(OverloadRecord record)
    {
        List<IReadOnlyList<string>> lines =
        [
            .. OverloadVerdicts.Of(record)
                .Select(verdict => (string[])[verdict.Goal, verdict.Found, verdict.Kept ? "yes" : "NO"]),
        ];
        return lines.Count == 0 ? "" : AlignedText.Of([["Goal", "Found", "Reached"], .. lines], _ => true);
    }
}
