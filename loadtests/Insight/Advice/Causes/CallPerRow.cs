namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// An operation finds its rows by one call and then makes a call for each of them (N+1). A database that reports its rows shows
/// that directly; of all other calls, many that differ only in their values follow one another.
/// </summary>
internal static class CallPerRow
{
    /// <summary>The change is one query, as small as making the calls in parallel.</summary>
    private const double WorthAChange = 0.1;

    /// <summary>The minimum rows that the other calls return for each single-row call if they found these rows.</summary>
    private const double RowsForEachCall = 0.8;

    /// <summary>Two calls may be coincidence, and one call less saves little.</summary>
    private const int MinSimilar = 3;

    public static Finding? Find(RunEvidence run) => FromRows(run) ?? FromSimilarCalls(run);

    private static Finding? FromSimilarCalls(RunEvidence run)
    {
        if (MostSimilar(run) is not { } calls || run.ShareOfLatency(calls.LostMs) < WorthAChange)
        {
            return null;
        }

        return Finding.FromLostTime(
            run, Cause.CallPerRow, calls.LostMs,
            $"A request makes {Short(calls.PerRequest)} similar calls from {calls.Caller} to {calls.Callee}, one after another.",
            [
                $"The calls differ only in their values: {calls.Pattern}",
                $"They take {Milliseconds(calls.LostMs)} more than one call would, {Milliseconds(calls.CallMs)}, "
                + $"{run.OfMeanLatency}.",
            ],
            "Ask for everything in one call: a query with a join or a list of keys, or a request for several items. "
            + "Otherwise make the calls concurrently.");
    }

    /// <summary>The calls of one pattern, one after another, that take the most time; null if there are none.</summary>
    public static SimilarCalls? MostSimilar(RunEvidence run) => run.Requests
        .SelectMany(request => request.Calls
            .Where(call => !call.Failed && !call.IsCharged)
            .GroupBy(call => (call.Caller, call.Callee, call.Pattern))
            .Select(same => (same.Key.Callee, same.Key.Pattern, Calls: same.Select(call => call.Call).ToList()))
            .Where(same => same.Calls.Count >= MinSimilar && Overlap.MaxAtOnce(same.Calls) == 1))
        .GroupBy(same => (same.Callee, same.Pattern, same.Calls[0].Service))
        .Select(same => new SimilarCalls(
            same.Key.Service,
            same.Key.Callee,
            same.Key.Pattern,
            same.Average(each => each.Calls.Count),
            same.Average(each => each.Calls.Average(call => call.DurationMs())),
            same.Sum(each => Overlap.CoveredMs(each.Calls) - each.Calls.Average(call => call.DurationMs())) / run.Requests.Count))
        .MaxBy(calls => calls.LostMs);

    private static Finding? FromRows(RunEvidence run)
    {
        var rows = run.Calls.Rows;
        var perOperation = rows.SingleRowCallsPerOperation;
        var lost = run.Mean(LostMs);
        if (perOperation < 1 || run.ShareOfLatency(lost) < WorthAChange)
        {
            return null;
        }

        return new Finding(
            Cause.CallPerRow,
            $"An operation makes {Short(perOperation)} calls to the database that return one row each.",
            [
                $"Of its {Short(run.Calls.PerOperation)} calls, {Short(perOperation)} return one row"
                + (rows.RowsOfOtherCalls is { } found ? $"; the others return {Short(found)} rows together." : "."),
                $"They take {Milliseconds(lost)} more than one call for all rows would, {run.OfMeanLatency}, and "
                + $"{Short(run.Calls.MeanOverAll(perOperation * rows.SingleRowCharge))} of "
                + $"{Short(run.RequestUnitsPerOperation)} RU per operation.",
            ],
            run.ShareOfLatency(lost),
            [
                new NextStep(
                    "Read the rows with the query that finds them, or with one query for all of their ids (ReadMany).",
                    Prediction: new Predictor(run).WithOneCallForAllRows(lost)),
            ]).WithDoubt(rows.RowsOfOtherCalls >= perOperation * RowsForEachCall
                ? null
                : "no call before them is seen to return as many rows");
    }

    /// <summary>Whether most calls of an operation return one row each, which has another fix than a fan-out.</summary>
    public static bool Explains(DatabaseCalls calls) => calls.Rows.SingleRowCallsPerOperation > calls.PerOperation / 2;

    /// <summary>The time during which at least one such call is in progress, less the mean duration of one.</summary>
    private static double LostMs(TracedRequest request)
    {
        var calls = ReturnedRows.SingleRowCalls(request);
        return calls.Count == 0
            ? 0
            : Math.Max(0, Overlap.CoveredMs(calls) - calls.Average(call => call.DurationMs()));
    }
}

/// <summary>Calls of a request that differ only in their values and follow one another.</summary>
/// <param name="PerRequest">Their mean number in a request that makes them.</param>
/// <param name="CallMs">The mean duration of one.</param>
/// <param name="LostMs">The duration of all but one, mean over all traced requests.</param>
internal sealed record SimilarCalls(
    string Caller, string Callee, string Pattern, double PerRequest, double CallMs, double LostMs);
