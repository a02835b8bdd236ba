namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>One trace as a line of a table.</summary>
/// <param name="StartedAt">Unix time in ms.</param>
/// <param name="DurationMs">Measured at the gateway, without the user's network.</param>
/// <param name="Status">The HTTP status of the gateway's answer, if known.</param>
/// <param name="CosmosCalls">Data calls, throttled ones included.</param>
/// <param name="Throttled">Data calls answered 429.</param>
/// <param name="WaitedMs">The time that throttled calls waited for their retry. Waits at the same time are added up.</param>
internal sealed record TraceSummary(
    string Id, double StartedAt, string Name, double DurationMs, int? Status, bool Failed, int CosmosCalls,
    double RequestUnits, int Throttled, double WaitedMs, bool Complete)
{
    public static TraceSummary FromTrace(TraceTree trace)
    {
        var waterfall = Waterfall.FromTrace(trace);
        var root = waterfall.Rows[0];
        var calls = waterfall.Rows.Where(row => row.Kind == WaterfallRowKind.CosmosData).ToList();
        return new TraceSummary(
            trace.TraceId,
            trace.Root.Span.StartNanoseconds / 1_000_000,
            root.Name,
            Math.Round(trace.DurationMs, 2),
            root.Status,
            root.Failed || root.Status >= 400,
            calls.Count,
            Math.Round(calls.Sum(row => row.RequestUnits ?? 0), 2),
            calls.Count(row => row.Status == StatusCodes.Status429TooManyRequests),
            Math.Round(waterfall.Waits.Sum(row => row.DurationMs), 2),
            trace.IsComplete);
    }
}
