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

    [Fact]
    public void EmptyCallCharge_SeveralCallsFoundNothing_IsTheMeanOfTheirCharges()
    {
        var rows = new ReturnedRows([Request(Query(0, charge: 5), Query(0, charge: 7), Query(3, charge: 20))]);

        Assert.Equal(6, rows.EmptyCallCharge);
    }

    [Fact]
    public void EmptyShare_NoCalls_IsZero() => Assert.Equal(0, new ReturnedRows([]).EmptyShare);

    [Fact]
    public void SingleRowCharge_TwoReads_IsTheMeanOfTheirCharges()
    {
        var rows = new ReturnedRows([Request(Query(2, charge: 9), Read(charge: 1), Read(charge: 3))]);

        Assert.Equal(2, rows.SingleRowCharge);
    }

    [Fact]
    public void SingleRowCallsPerOperation_OneOperationOfTwoHasThree_IsTheMean()
    {
        var rows = new ReturnedRows([Request(Query(3), Read(), Read(), Read()), Request(Query(3))]);

        Assert.Equal(1.5, rows.SingleRowCallsPerOperation);
    }

    [Fact]
    public void RowsOfOtherCalls_OperationsWithSeveralQueries_IsTheMeanOfTheirSums()
    {
        // The first operation has 3 + 4 rows and two reads by id, the second has 2 + 1 rows.
        var rows = new ReturnedRows([Request(Query(3), Query(4), Read(), Read()), Request(Query(2), Query(1))]);

        Assert.Equal(5, rows.RowsOfOtherCalls);
    }

    [Fact]
    public void RowsOfOtherCalls_RowsAreNotKnown_IsNull() =>
        Assert.Null(new ReturnedRows([Request(Read(), Read())]).RowsOfOtherCalls);

    [Fact]
    public void SingleRowCalls_OnlyOneRead_IsEmpty() => Assert.Empty(ReturnedRows.SingleRowCalls(Request(Query(3), Read())));

    [Fact]
    public void SingleRowCalls_ReadsById_AreAllButTheFirstCall() =>
        Assert.Equal(2, ReturnedRows.SingleRowCalls(Request(Read(), Read(), Read())).Count);

    /// <summary>Only a successful GET is a read by id: a POST is a query or a write.</summary>
    [Theory]
    [InlineData("POST", "200")]
    [InlineData("GET", "404")]
    public void SingleRowCalls_OtherCallsWithoutRows_AreNotReadsById(string method, string status)
    {
        (string, string)[] other = [("http.request.method", method), (SpanRecord.StatusCode, status)];

        Assert.Empty(ReturnedRows.SingleRowCalls(Request(Query(3), other, other)));
    }

    private static (string, string)[] Query(int rows, double charge = 3) =>
    [
        ("http.request.method", "POST"),
        (SpanRecord.StatusCode, "200"),
        (SpanRecord.ReturnedRows, Text(rows)),
        (SpanRecord.RequestCharge, Text(charge)),
    ];

    private static (string, string)[] Read(double charge = 1) =>
        [("http.request.method", "GET"), (SpanRecord.StatusCode, "200"), (SpanRecord.RequestCharge, Text(charge))];

    private static string Text(double number) => FormattableString.Invariant($"{number}");

    /// <summary>The calls are made one after another.</summary>
    private static TracedRequest Request(params (string, string)[][] calls)
    {
        var trace = TraceBuilder.Invoice("t", 1_000);
        foreach (var (number, call) in calls.Index())
        {
            trace.Span($"call{number}", TraceBuilder.Delivery, "delivery", "call", "client", 10 + (30 * number), 20,
                [(SpanRecord.CosmosCall, "data"), .. call]);
        }

        return new TracedRequest(Assert.Single(TraceTree.BuildAll(trace.Spans)));
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
