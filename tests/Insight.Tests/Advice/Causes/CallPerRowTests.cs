using System.Globalization;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class CallPerRowTests
{
    private const string NoSuchCall = "no call before them is seen to return as many rows";

    [Fact]
    public void Find_AQueryAndThreeReads_SaysWhatTheReadsCost()
    {
        // Reads of 10, 20 and 30 ms take 60 ms, and one takes 20 ms; three reads of 2 RU are 6 RU.
        var finding = CallPerRow.Find(Run(Operation(rowsFound: 3, 10, 20, 30)));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.CallPerRow, "An operation makes 3 calls to the database that return one row each."),
            (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "Of its 4 calls, 3 return one row; the others return 3 rows together.",
                "They take 40 ms more than one call for all rows would, of a mean latency of 200 ms, "
                + "and 6 of 28.8 RU per operation.",
            ],
            finding.Evidence);
        Assert.Equal((0.2, Loss.Latency, Confidence.Certain), (finding.Share, finding.Of, finding.Confidence));
    }

    [Fact]
    public void Find_AQueryAndThreeReads_ProposesOneCallForAllRows()
    {
        var step = Assert.Single(CallPerRow.Find(Run(Operation(rowsFound: 3, 10, 20, 30)))!.NextSteps);

        Assert.Equal(
            "Read the rows with the query that finds them, or with one query for all of their ids (ReadMany).", step.Text);
        // 28.8 RU less two reads of 2 RU.
        Assert.Equal(24.8, step.Prediction!.RequestUnitsPerOperation, 6);
    }

    [Fact]
    public void Find_RowsOfTheQueryAreNotKnown_DoesNotSayThemAndIsNotCertain()
    {
        var finding = CallPerRow.Find(Run(Operation(rowsFound: null, 10, 20, 30)));

        Assert.Equal("Of its 4 calls, 3 return one row.", finding!.Evidence[0]);
        Assert.Equal((NoSuchCall, Confidence.Likely), (finding.Doubt, finding.Confidence));
    }

    // Two reads of 100 ms in one operation of two are one read for each; in one of three they are fewer.
    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public void Find_ReadsInSomeOperations_AreFoundFromOneForEachOn(int others, bool found)
    {
        var operations = Enumerable.Repeat(Operation(rowsFound: 2), others).Append(Operation(rowsFound: 2, 100, 100));

        Assert.Equal(found, CallPerRow.Find(Run([.. operations])) is not null);
    }

    // Two reads take as much longer as one of them takes: 20 ms are 0.1 of 200 ms.
    [Theory]
    [InlineData(19, false)]
    [InlineData(20, true)]
    [InlineData(21, true)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double readMs, bool found) =>
        Assert.Equal(found, CallPerRow.Find(Run(Operation(rowsFound: 2, readMs, readMs))) is not null);

    // Four rows are 0.8 for each of five reads.
    [Theory]
    [InlineData(3, NoSuchCall)]
    [InlineData(4, null)]
    [InlineData(5, null)]
    public void Find_QueryFoundFewerRowsThanAreRead_IsDoubtedBelowFourInFive(int rowsFound, string? doubt)
    {
        var finding = CallPerRow.Find(Run(Operation(rowsFound, 20, 20, 20, 20, 20)));

        Assert.NotNull(finding);
        Assert.Equal(doubt, finding.Doubt);
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(3, true)]
    public void Explains_TwoQueriesAndSomeReads_OnlyIfMostCallsAreReads(int reads, bool explains)
    {
        var calls = Enumerable.Repeat(new Call(20, Rows: null), reads)
            .Prepend(new Call(20, Rows: 0))
            .Prepend(new Call(20, Rows: 2));

        Assert.Equal(explains, CallPerRow.Explains(Run([.. calls]).Calls));
    }

    /// <summary>A query, and reads by id after it that take as long as given.</summary>
    private static Call[] Operation(int? rowsFound, params double[] readMs) =>
        [new Call(25, rowsFound, IsQuery: true), .. readMs.Select(ms => new Call(ms, Rows: null))];

    /// <summary>200 ms mean latency and 28.8 RU per operation. The calls of an operation follow one another.</summary>
    private static RunEvidence Run(params Call[][] operations)
    {
        var run = SampleRecords.Run;
        var record = run with { Load = run.Load with { Latency = SampleRecords.Latency(200) } };
        return new RunEvidence(new RunData(record, new RunSamples([.. operations.SelectMany(Spans)], [], [], [])));
    }

    private static IReadOnlyList<SpanRecord> Spans(Call[] calls, int number)
    {
        var trace = TraceBuilder.Invoice($"trace{number}", 1_000);
        var at = 10.0;
        foreach (var (ms, rows, isQuery) in calls)
        {
            var query = isQuery || rows is not null;
            trace.Span($"call{at}", TraceBuilder.Delivery, "delivery", "call", "client", at, ms,
                (SpanRecord.CosmosCall, "data"),
                ("http.request.method", query ? "POST" : "GET"),
                (SpanRecord.StatusCode, "200"),
                (SpanRecord.RequestCharge, query ? "5" : "2"),
                (rows is null ? "none" : SpanRecord.ReturnedRows, rows?.ToString(CultureInfo.InvariantCulture) ?? ""));
            at += ms;
        }

        return trace.Spans;
    }

    /// <summary>A query of known rows; without rows a read by id, or a query if it says so.</summary>
    private sealed record Call(double Ms, int? Rows, bool IsQuery = false);
}
