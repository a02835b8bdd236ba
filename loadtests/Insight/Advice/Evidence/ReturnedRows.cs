namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>How many rows the calls of an operation returned, and their charges in RU.</summary>
internal sealed class ReturnedRows
{
    private readonly IReadOnlyList<TracedRequest> _requests;

    public ReturnedRows(IReadOnlyList<TracedRequest> requests)
    {
        _requests = requests;
        var calls = requests.SelectMany(request => request.Answered).ToList();
        AreKnown = calls.Exists(call => Rows(call) is not null);
        EmptyShare = calls.Count == 0 ? 0 : (double)calls.Count(call => Rows(call) == 0) / calls.Count;
        EmptyCallCharge = EmptyCallChargeOf(calls);
        SingleRowCharge = requests.SelectMany(SingleRowCalls).Select(Charge).OfType<double>().DefaultIfEmpty().Average();
    }

    /// <summary>Whether the database reports how many rows it returned.</summary>
    public bool AreKnown { get; }

    /// <summary>The share of calls that returned no row, from 0 to 1.</summary>
    public double EmptyShare { get; }

    /// <summary>
    /// The charge of a call that returns no row: the mean over such calls. If there are none, or the rows are not known, the
    /// tenth percentile of all charges.
    /// </summary>
    public double EmptyCallCharge { get; }

    /// <summary>The mean charge of the <see cref="SingleRowCalls"/>; 0 if there are none.</summary>
    public double SingleRowCharge { get; }

    /// <summary>Mean number of <see cref="SingleRowCalls"/> of an operation.</summary>
    public double SingleRowCallsPerOperation =>
        _requests.Count == 0 ? 0 : _requests.Average(request => SingleRowCalls(request).Count);

    /// <summary>The rows that an operation's other calls returned, mean; null where rows are not known.</summary>
    public double? RowsOfOtherCalls => !AreKnown || _requests.Count == 0
        ? null
        : _requests.Average(request => request.Answered.Except(SingleRowCalls(request)).Sum(call => Rows(call) ?? 0));

    /// <summary>
    /// The calls of an operation that return one row each, without the first call, which may be a query that found a single row.
    /// Queries count only if all of them return one row: a query that searches several partitions also finds a single row in
    /// some of them, but none or several in others. Empty if there is only one such call.
    /// </summary>
    public static IReadOnlyList<SpanRecord> SingleRowCalls(TracedRequest request)
    {
        var later = request.Answered.Skip(1).ToList();
        var queries = later.Where(call => Rows(call) is not null).ToList();
        var reads = later.Where(IsReadById);
        List<SpanRecord> calls = [.. queries.TrueForAll(query => Rows(query) == 1) ? queries : [], .. reads];
        return calls.Count > 1 ? calls : [];
    }

    /// <summary>Only the spans of queries have the number of rows.</summary>
    private static bool IsReadById(SpanRecord call) =>
        Rows(call) is null && call.Text("http.request.method") == "GET" && call.Status() == 200;

    private static double? Rows(SpanRecord call) => call.Number(SpanRecord.ReturnedRows);

    private static double? Charge(SpanRecord call) => call.Number(SpanRecord.RequestCharge);

    private static double EmptyCallChargeOf(List<SpanRecord> calls)
    {
        var empty = calls.Where(call => Rows(call) == 0).Select(Charge).OfType<double>().ToList();
        return empty.Count > 0 ? empty.Average() : calls.Select(Charge).OfType<double>().Quantile(0.1);
    }
}
