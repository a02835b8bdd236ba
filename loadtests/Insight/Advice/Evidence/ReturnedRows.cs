using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>How many rows the calls of an operation returned, and what calls cost by that. Charges are in RU.</summary>
internal sealed class ReturnedRows
{
    private readonly IReadOnlyList<TracedRequest> _requests;

    public ReturnedRows(IReadOnlyList<TracedRequest> requests)
    {
        _requests = requests;
        var calls = requests.SelectMany(request => request.Answered).ToList();
        AreKnown = calls.Exists(call => Rows(call) is not null);
        EmptyShare = calls.Count == 0 ? 0 : (double)calls.Count(call => Rows(call) == 0) / calls.Count;
        VisitCharge = VisitChargeOf(calls);
        SingleRowCharge = calls.Where(IsOfOneRow).Select(Charge).OfType<double>().DefaultIfEmpty().Average();
    }

    /// <summary>Whether the database says how many rows it returned.</summary>
    public bool AreKnown { get; }

    /// <summary>The share of calls that returned no row, from 0 to 1.</summary>
    public double EmptyShare { get; }

    /// <summary>
    /// What a call costs that finds nothing: the mean of those that did; where none did, or rows are not known, what nine in
    /// ten calls cost at least.
    /// </summary>
    public double VisitCharge { get; }

    /// <summary>What a call for one row costs, mean.</summary>
    public double SingleRowCharge { get; }

    /// <summary>Calls of an operation that return one row each, where there are several of them; mean.</summary>
    public double SingleRowCallsPerOperation =>
        _requests.Count == 0 ? 0 : _requests.Average(request => SingleRowCalls(request).Count);

    /// <summary>The rows that an operation's other calls returned, mean; null where rows are not known.</summary>
    public double? RowsOfOtherCalls => !AreKnown || _requests.Count == 0
        ? null
        : _requests.Average(request => request.Answered.Except(SingleRowCalls(request)).Sum(call => Rows(call) ?? 0));

    /// <summary>
    /// The calls of one row each of an operation, without the first call, which may have found a single row. None where there
    /// is only one.
    /// </summary>
    public static IReadOnlyList<SpanRecord> SingleRowCalls(TracedRequest request)
    {
        var calls = request.Answered.Skip(1).Where(IsOfOneRow).ToList();
        return calls.Count > 1 ? calls : [];
    }

    /// <summary>A query says how many rows it returned; a read by id returns one.</summary>
    private static bool IsOfOneRow(SpanRecord call) =>
        Rows(call) == 1 || (Rows(call) is null && call.Text("http.request.method") == "GET" && call.Status() == 200);

    private static double? Rows(SpanRecord call) => call.Number(SpanRecord.ReturnedRows);

    private static double? Charge(SpanRecord call) => call.Number(SpanRecord.RequestCharge);

    private static double VisitChargeOf(List<SpanRecord> calls)
    {
        var empty = calls.Where(call => Rows(call) == 0).Select(Charge).OfType<double>().ToList();
        var charges = calls.Select(Charge).OfType<double>().Order().ToList();
        return empty.Count > 0 ? empty.Average() : charges.Count == 0 ? 0 : charges[charges.Count / 10];
    }
}
