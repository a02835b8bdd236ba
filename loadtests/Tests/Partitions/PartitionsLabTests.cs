using DroneDelivery.LoadTests.Lab.Partitions;

namespace DroneDelivery.LoadTests.Tests.Partitions;

/// <summary>The claim of the study: a query without its partition key makes a call for each physical partition.</summary>
public sealed class PartitionsLabTests : LabTest
{
    [Fact]
    public async Task FivePartitions_EachWay_MakesThePredictedCalls()
    {
        await Lab.RunAsync(
            PartitionsCommand.Create(LabRun.Engine, TimeProvider.System), "--partitions", "5", "--seconds", "1");

        Assert.Equal<int>([5], await CallsOfQueriesAsync("serial-5"));
        Assert.Equal<int>([5], await CallsOfQueriesAsync("parallel-5"));
        Assert.Equal<int>([1], await CallsOfQueriesAsync("by-owner-5"));
        Assert.Equal(
            [5.0, 5, 1], (await Lab.ReadTableAsync("cells")).Select(row => row.GetProperty("predictedCalls").GetDouble()));
    }

    /// <summary>The different numbers of data calls, without throttled ones, in all traces with one query.</summary>
    private async Task<IEnumerable<int>> CallsOfQueriesAsync(string cell)
    {
        var folder = new RunFolder(Path.Combine(Lab.Folder, cell));
        return TraceTree.BuildAll((await folder.ReadSamplesAsync(TestContext.Current.CancellationToken)).Spans)
            .Where(trace => trace.IsComplete && trace.Spans.Count(IsQuery) == 1)
            .Select(trace => trace.CosmosDataCalls.Count(call => ValueOf(call, SpanRecord.StatusCode) != "429"))
            .Distinct();
    }

    private static bool IsQuery(SpanRecord span) => ValueOf(span, SpanRecord.Route) == TuningLab.CallUnderStudy;

    private static string? ValueOf(SpanRecord span, string attribute) => span.Attributes.GetValueOrDefault(attribute);
}
