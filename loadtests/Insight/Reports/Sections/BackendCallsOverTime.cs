namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>How long the entry service waited for each backend, over time.</summary>
internal static class BackendCallsOverTime
{
    /// <summary>Few, so that each has several of the sampled calls.</summary>
    private const int MaxPoints = 24;

    public static RunChart Chart { get; } = new(
        "Calls to the backends over time",
        "The mean duration of the sampled calls that started in each part of the run. A call that gets slower as the load grows "
        + "waits for something that is exhausted.",
        Draw);

    private static Chart Draw(ReportRun run)
    {
        List<IGrouping<string, (string Backend, double Second, double Ms)>> backends =
        [
            .. Calls(run).GroupBy(call => call.Backend).OrderByDescending(calls => calls.Average(call => call.Ms))
                .Take(Series.MaxLines),
        ];
        if (backends.Count == 0)
        {
            return new MissingChart("no trace was sampled.");
        }

        var lines = backends.Select((calls, index) => new ChartLine(calls.Key, Series.Class(index), Points(run, calls))).ToList();
        var (first, last) = (lines[0].Points[0].Y, lines[0].Points[^1].Y);
        return run.OverTime(
            "mean duration of each call to a backend over time",
            $"{lines[0].Name} takes {Milliseconds(first)} at first and {Milliseconds(last)} at the end.",
            "ms", lines);
    }

    private static List<ChartPoint> Points(ReportRun run, IEnumerable<(string Backend, double Second, double Ms)> calls)
    {
        var width = Math.Max(1, run.Figures.DurationSeconds / MaxPoints);
        return
        [
            .. calls.GroupBy(call => (int)(call.Second / width)).OrderBy(part => part.Key)
                .Select(part => new ChartPoint((part.Key + 0.5) * width, part.Average(call => call.Ms))),
        ];
    }

    /// <summary>Of the uniform sample of traces, like the figures of the query by-dependency.</summary>
    private static IEnumerable<(string Backend, double Second, double Ms)> Calls(ReportRun run)
    {
        var (extra, started) = (run.Samples.ExtraTraces.ToHashSet(), run.Record.Manifest.StartedAt.ToUnixTimeMilliseconds());
        return
            from trace in run.TraceTrees
            where !extra.Contains(trace.TraceId)
            from call in trace.Root.Calls
            let answer = call.Answering?.Span
            let second = ((call.Span.StartNanoseconds / 1e6) - started) / 1000
            where answer is not null && second >= 0 && second < run.Figures.DurationSeconds
            let name = OperationsSection.NameOf($"{answer.Service} {answer.Text(SpanRecord.Route) ?? answer.Name}")
            select (name, second, call.Span.DurationMs());
    }
}
