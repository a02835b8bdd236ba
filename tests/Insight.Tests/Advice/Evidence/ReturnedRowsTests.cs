using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class ReturnedRowsTests
{
    [Fact]
    public void EmptyCallCharge_ACallFoundNothing_IsItsCharge()
    {
        var rows = new ReturnedRows([.. Enumerable.Range(0, 20).Select(number => Request(number, number == 7 ? 0 : 2))]);

        Assert.Equal(5, rows.EmptyCallCharge);
        Assert.Equal(0.05, rows.EmptyShare, 6);
    }

    [Fact]
    public void EmptyCallCharge_RowsAreNotKnown_IsWhatNineInTenCallsCostAtLeast()
    {
        var rows = new ReturnedRows([.. Enumerable.Range(0, 20).Select(number => Request(number, rows: null))]);

        Assert.False(rows.AreKnown);
        Assert.Equal(3, rows.EmptyCallCharge);
    }

    private static TracedRequest Request(int number, int? rows)
    {
        var attributes = new List<(string, string)>
        {
            (SpanRecord.CosmosCall, "data"), (SpanRecord.StatusCode, "200"), (SpanRecord.RequestCharge, rows == 0 ? "5" : "3"),
        };
        if (rows is { } known)
        {
            attributes.Add((SpanRecord.ReturnedRows, FormattableString.Invariant($"{known}")));
        }

        var trace = TraceBuilder.Invoice($"t{number}", 100)
            .Span("call", TraceBuilder.Delivery, "delivery", "POST", "client", 10, 20, [.. attributes]);
        return new TracedRequest(Assert.Single(TraceTree.BuildAll(trace.Spans)));
    }
}
