namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>An operation finds its rows by one call and then makes a call for each of them (N+1).</summary>
internal static class CallPerRow
{
    /// <summary>The change is one query, as small as making the calls in parallel.</summary>
    private const double WorthAChange = 0.1;

    /// <summary>The minimum rows that the other calls return for each single-row call if they found these rows.</summary>
    private const double RowsForEachCall = 0.8;

    public static Finding? Find(RunEvidence run)
    {
        var rows = run.Calls.Rows;
        var perOperation = rows.SingleRowCallsPerOperation;
        var lost = run.Calls.Mean(LostMs);
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
                $"They take {Milliseconds(lost)} more than one call for all rows would, of a mean latency of "
                + $"{Milliseconds(run.LatencyMs)}, and {Short(perOperation * rows.SingleRowCharge)} of "
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
