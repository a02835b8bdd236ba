using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

/// <summary>Operations that ask partitions at once: the later half of them returns no row, each such call for 3 RU.</summary>
public sealed class AvoidableFanOutTests
{
    private const double EmptyCallCharge = 3;
    private const string ByYearAndOwner = "SELECT * FROM c WHERE c.year = @year AND c.ownerId = @ownerId";

    [Fact]
    public void Find_AllPartitionsAsked_SaysWhatThatCosts()
    {
        var finding = AvoidableFanOut.Find(Run());

        Assert.Equal("Each operation asks all 4 partitions for what a partition key would find in one.", finding?.Title);
        // Three calls too many of 3 RU are 9 of 12 RU. Calls take 25 ms on average; the mean of the largest of four draws with
        // a sigma of ln(40 / 10) / 2.563 is 40.6 ms, by a separate integration.
        Assert.Equal(
            [
                "An operation costs 12 RU. A call that returns no row costs a partition 3 RU, so about 75 % is spent on asking "
                + "more than one partition.",
                "50 % of the calls returned no row.",
                "Waiting for the slowest of 4 calls takes 40.6 ms, one call 25 ms.",
                "The query fixes year, ownerId; the container is partitioned by /deliveryId.",
            ],
            finding!.Evidence);
        // 40.603 ms less 25 ms, of 120 ms.
        Assert.Equal(0.13, finding.Share, 0.0001);
        Assert.Equal((Loss.Latency, Confidence.Certain, null), (finding.Of, finding.Confidence, finding.Doubt));
    }

    [Fact]
    public void Find_AllPartitionsAsked_ProposesThePropertyWithTheMostValues()
    {
        var step = Assert.Single(AvoidableFanOut.Find(Run())!.NextSteps);

        Assert.Equal("Partition the container by ownerId, and give the query its value.", step.Text);
        Assert.Equal(new FlagChange("--partition-key", "ownerId"), step.Change);
        // A request takes 120 ms, of which the slowest of four calls takes 40 ms; one call takes 25 ms.
        Assert.Equal(105, step.Prediction!.MeanMs, 0.001);
    }

    /// <summary>Three calls too many cost 9 RU, which is more than the mean of all requests.</summary>
    [Fact]
    public void Find_HalfOfTheRequestsMakeNoCalls_StatesTheShareOfAnOperationsUnits()
    {
        var finding = AvoidableFanOut.Find(Run(unitsPerOperation: 6));

        Assert.Equal(
            "An operation costs 12 RU. A call that returns no row costs a partition 3 RU, so about 75 % is spent on asking "
            + "more than one partition.",
            finding?.Evidence[0]);
    }

    [Fact]
    public void Find_ChargesAreNotKnown_FindsNothing() =>
        Assert.Null(AvoidableFanOut.Find(Run(unitsPerOperation: 0, charge: "")));

    [Fact]
    public void Find_QueryFixesThePartitionKeyToo_ProposesAnotherProperty()
    {
        var run = Run(query: "SELECT * FROM c WHERE c.deliveryId = @id AND c.ownerId = @ownerId");

        Assert.Equal("ownerId", AvoidableFanOut.Find(run)?.NextSteps[0].Change?.Value);
    }

    [Fact]
    public void Find_QueryIsNotKnown_ProposesNoKeyAndSaysWhy()
    {
        var finding = AvoidableFanOut.Find(Run(query: ""));

        Assert.Equal(3, finding!.Evidence.Count);
        var step = Assert.Single(finding.NextSteps);
        Assert.Equal("Partition the container by a property that the query fixes, and give the query its value.", step.Text);
        Assert.Null(step.Change);
        Assert.Equal(
            (Confidence.Likely, "the text of the query is not known, so no partition key can be proposed"),
            (finding.Confidence, finding.Doubt));
    }

    [Fact]
    public void Find_RowsAreNotKnown_SaysNoShareOfEmptyCallsAndWhy()
    {
        var finding = AvoidableFanOut.Find(Run(rowsAreKnown: false));

        Assert.Equal(3, finding!.Evidence.Count);
        Assert.DoesNotContain(finding.Evidence, sentence => sentence.Contains("returned no row", StringComparison.Ordinal));
        Assert.Equal(
            (Confidence.Likely, "the database does not say how many rows its partitions returned"),
            (finding.Confidence, finding.Doubt));
    }

    /// <summary>Nearly all are nine tenths, and at least two.</summary>
    [Theory]
    [InlineData(2, 2, true)]
    [InlineData(3, 4, false)]
    [InlineData(8, 9, false)]
    [InlineData(9, 10, true)]
    public void Find_SomePartitionsAsked_NeedsNearlyAll(int asked, int partitions, bool isFound) =>
        Assert.Equal(isFound, AvoidableFanOut.Find(Run(asked, partitions, latencyMs: 40)) is not null);

    [Fact]
    public void Find_OnePartitionAsked_FindsNothing() => Assert.Null(AvoidableFanOut.Find(Run(asked: 1, partitions: 1)));

    /// <summary>Three calls too many cost 9 RU.</summary>
    [Theory]
    [InlineData(17.9, true)]
    [InlineData(18, true)]
    [InlineData(18.1, false)]
    public void Find_RowsCostUnitsToo_NeedsHalfOfThemForCallsTooMany(double unitsPerOperation, bool isFound) =>
        Assert.Equal(isFound, AvoidableFanOut.Find(Run(unitsPerOperation: unitsPerOperation)) is not null);

    /// <summary>One call instead of four saves 15.603 ms, of which 20 times are 312.05 ms.</summary>
    [Theory]
    [InlineData(312, true)]
    [InlineData(312.1, false)]
    public void Find_LongRequests_NeedsATwentiethOfThem(double latencyMs, bool isFound) =>
        Assert.Equal(isFound, AvoidableFanOut.Find(Run(latencyMs: latencyMs)) is not null);

    private static RunEvidence Run(
        int asked = 4,
        int partitions = 4,
        double? unitsPerOperation = null,
        double latencyMs = 120,
        bool rowsAreKnown = true,
        string query = ByYearAndOwner,
        string charge = "3")
    {
        var record = SampleRecords.Run;
        var spans = Enumerable.Range(0, asked).SelectMany(number => Spans(number, asked, rowsAreKnown, query, charge));
        var load = record.Load with { Latency = SampleRecords.Latency(latencyMs) };
        var cosmos = record.Cosmos with
        {
            RequestUnits = record.Load.Sent * (unitsPerOperation ?? EmptyCallCharge * asked),
            Partitions = [.. Enumerable.Range(0, partitions).Select(id => new PartitionRecord($"{id}", 100, 1_000, []))],
            Properties = [new("deliveryId", 200_000), new("ownerId", 500), new("year", 2)],
        };
        return new RunEvidence(new RunData(
            record with { Load = load, Cosmos = cosmos }, RunSamples.None with { Spans = [.. spans] }));
    }

    /// <summary>Calls of 10, 20, 30 ms and so on. Each request starts with another partition, so none is slower.</summary>
    private static IReadOnlyList<SpanRecord> Spans(
        int number, int asked, bool rowsAreKnown, string query, string charge)
    {
        var trace = TraceBuilder.Invoice($"t{number}", 120);
        for (var partition = 0; partition < asked; partition++)
        {
            var hasRows = partition < (asked + 1) / 2;
            trace.Span(
                $"call{partition}", TraceBuilder.Delivery, "delivery", "POST", "client",
                10, 10 * (1 + ((number + partition) % asked)),
                (SpanRecord.CosmosCall, "data"),
                (SpanRecord.PartitionKeyRangeId, $"{partition}"),
                (SpanRecord.StatusCode, "200"),
                (SpanRecord.RequestCharge, charge),
                (rowsAreKnown ? SpanRecord.ReturnedRows : "rows", hasRows ? "2" : "0"),
                ("db.query.text", query));
        }

        return trace.Spans;
    }
}
