using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;
using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Partitions;

/// <summary>The claim of the study: a query without its partition key makes a call for each physical partition.</summary>
public sealed class PartitionsLabTests : LabTest
{
    [Fact]
    public async Task FivePartitions_EachWay_MakesThePredictedCalls()
    {
        await Lab.RunAsync(
            PartitionsCommand.Create(LabRun.Engine, LabRun.Project, TimeProvider.System), "--partitions", "5", "--seconds", "1");

        Assert.Equal<int>([5], await CallsOfQueriesAsync("serial-5"));
        Assert.Equal<int>([5], await CallsOfQueriesAsync("parallel-5"));
        Assert.Equal<int>([1], await CallsOfQueriesAsync("by-owner-5"));
        Assert.Equal(
            [5.0, 5, 1], (await Lab.ReadTableAsync("cells")).Select(row => row.GetProperty("predictedCalls").GetDouble()));
    }

    /// <summary>
    /// The different numbers of data calls that a query made, over all traced queries that succeeded. A throttled call is not
    /// counted, since the SDK repeats it.
    /// </summary>
    private async Task<IEnumerable<int>> CallsOfQueriesAsync(string cell)
    {
        var samples = await new RunFolder(Path.Combine(Lab.Folder, cell)).ReadSamplesAsync(TestContext.Current.CancellationToken);
        return
        [
            .. TraceTree.BuildAll(samples.Spans)
                .Where(trace => trace.IsComplete)
                .SelectMany(trace => trace.Root.SelfAndDescendants)
                .Where(node => Has(node, SpanRecord.Route, TuningLab.CallUnderStudy) && Has(node, SpanRecord.StatusCode, "200"))
                .Select(query => query.SelfAndDescendants.Count(IsAnsweredCall))
                .Distinct(),
        ];
    }

    private static bool IsAnsweredCall(TraceNode node) =>
        Has(node, SpanRecord.CosmosCall, "data") && !Has(node, SpanRecord.StatusCode, "429");

    private static bool Has(TraceNode node, string attribute, string value) =>
        node.Span.Attributes.GetValueOrDefault(attribute) == value;
}
