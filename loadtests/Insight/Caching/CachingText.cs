using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Scenarios.Caching;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Caching;

/// <summary>The table of the caching lab, beside the published figures.</summary>
public static class CachingText
{
    private static readonly string[] Processes = ["gateway", "delivery", "cosmos-emulator", "load-generator"];

    private static readonly string[] Head =
    [
        "where the cache sits", "req/s", "published", "p95", "published", "failed", "published", "dropped",
        .. Processes.Select(process => $"CPU {process}"),
    ];

    public static string Plain(IReadOnlyList<CachingFigures> runs)
    {
        var text = new StringBuilder();
        Append(text, "Breakpoint", [.. runs.Where(run => !run.IsSmoke)]);
        Append(text, "Smoke", [.. runs.Where(run => run.IsSmoke)]);
        if (Gain(runs) is { } gain)
        {
            text.Append(CultureInfo.InvariantCulture, $"Warmed at the gateway: {gain:0.#} times the throughput of no cache")
                .Append(" (published: 46 times).\n");
        }

        if (RateOf(runs, CachingLab.None) is 0)
        {
            text.Append("Without a cache no request of the breakpoint succeeded: there is nothing to compare with.\n");
        }

        text.Append("CPU in cores, mean. Failed: of those sent, answered with an error or not until the end. ")
            .Append("Dropped: of those due, ")
            .Append(CultureInfo.InvariantCulture, $"never sent, since {CachingLoad.MostInFlight:#,0} were in flight.\n");
        foreach (var warning in runs.SelectMany(run => RunWarnings.Of(run.Record)).Distinct())
        {
            text.Append(warning).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>How many times the throughput of none the warmed gateway has; null where one of them was not run.</summary>
    public static double? Gain(IReadOnlyList<CachingFigures> runs) =>
        RateOf(runs, CachingLab.GatewayWarmed) is { } warmed && RateOf(runs, CachingLab.None) is > 0 and var none
            ? warmed / none
            : null;

    private static double? RateOf(IReadOnlyList<CachingFigures> runs, CachingVariant variant) =>
        runs.FirstOrDefault(run => run.Variant == variant && !run.IsSmoke)?.RequestsPerSecond;

    private static void Append(StringBuilder text, string title, IReadOnlyList<CachingFigures> runs)
    {
        if (runs.Count > 0)
        {
            text.Append(title).Append(": ").Append(runs[0].Record.Manifest.Load).Append('\n')
                .Append(AlignedText.Of([Head, .. runs.Select(LineOf)], column => column == 0)).Append('\n');
        }
    }

    // The study gives figures of its breakpoint only.
    private static string[] LineOf(CachingFigures run)
    {
        var published = run.IsSmoke ? null : run.Variant.Published;
        return
        [
            run.Variant.Title,
            Short(run.RequestsPerSecond),
            Short(published?.RequestsPerSecond),
            Seconds(run.P95Seconds),
            published is null ? None : Seconds(published.P95Seconds),
            Share(run.FailedShare),
            published is null ? None : Share(published.FailedPercent / 100),
            run.DroppedShare is { } dropped ? Share(dropped) : None,
            .. Processes.Select(process => Short(run.CoresOf(process))),
        ];
    }

    private static string Seconds(double seconds) => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.###} s");
}
