namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The key figures of one run, with intervals if its load hardly changes.</summary>
internal static class KeyFigures
{
    public static IEnumerable<StudyPart> Build(ReportRun run)
    {
        var figures = run.Figures;
        (string Term, string Text, RunMetric Metric)[] measured =
        [
            ("Throughput", $"{Short(figures.RequestsPerSecond)} req/s", RunMetric.Find("req/s")),
            ("Mean latency", Milliseconds(figures.Latency?.Mean ?? default), RunMetric.Find("mean")),
            ("Median latency", Milliseconds(figures.Latency?.P50 ?? default), RunMetric.Find("p50")),
            ("p99 latency", Milliseconds(figures.Latency?.P99 ?? default), RunMetric.Find("p99")),
        ];
        var intervals = run.Levels.Slices.Count > 0
            ? [.. measured.Select(_ => new RunInterval(null, "the load changes during the run"))]
            : RunInterval.FromRun(run.Record, run.Samples, [.. measured.Select(each => each.Metric)]);
        return
        [
            new StudyList(
                ListKind.Figures,
                [
                    .. measured.Zip(intervals, (each, interval) => new StudyListItem(each.Term, each.Text, Ends(interval))),
                    new("Failed requests", Count(figures.Failed)),
                    .. figures.Run.Cosmos.IsPresent
                        ? (StudyListItem[])
                        [
                            new("Throttled calls", Short(figures.Counted(figures.ThrottledCalls))),
                            new("RU per operation", $"{Short(figures.Counted(figures.RequestUnitsPerOperation))} RU"),
                        ]
                        : [],
                ]),
            new StudyNotes([.. Notes([.. measured.Zip(intervals, (each, interval) => (each.Term, interval))])]),
        ];
    }

    private static string[] Ends(RunInterval interval) => interval.Range is { } range
        ? [$"{Share(Bootstrap.Level)} interval {Short(range.Low)} to {Short(range.High)}"]
        : [];

    private static IEnumerable<string> Notes(IReadOnlyList<(string Term, RunInterval Interval)> figures)
    {
        if (figures.Any(each => each.Interval.Range is not null))
        {
            yield return $"{Capitalized(RunComparison.IntervalBasis)}.";
        }

        foreach (var same in figures.Where(each => each.Interval.WhyNone is not null).GroupBy(each => each.Interval.WhyNone))
        {
            yield return $"No interval for {string.Join(", ", same.Select(each => each.Term.ToLowerInvariant()))}: {same.Key}.";
        }
    }
}
