using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Tests.Tuning;

/// <summary>The claims of the tuning lab, on a short run. Counts are exact; times are compared within the run only.</summary>
[Collection(RunsCollection.Name)]
public sealed class TuningLabTests(TuningRuns runs)
{
    public static TheoryData<string> AllScenarios => [.. TuningLab.Scenarios.Select(scenario => scenario.Name)];

    public static TheoryData<string> FannedOut =>
        [TuningLab.Baseline.Name, TuningLab.MoreRequestUnits.Name, TuningLab.ParallelQuery.Name];

    /// <summary>The data calls of a query, and how many of them are made at once.</summary>
    public static TheoryData<string, int, int> Waterfalls => new()
    {
        { TuningLab.MoreRequestUnits.Name, 9, 1 },
        { TuningLab.ParallelQuery.Name, 9, 9 },
        { TuningLab.OwnerKey.Name, 1, 1 },
    };

    [Theory]
    [MemberData(nameof(AllScenarios))]
    public void Client_AnyTest_SeesNoError(string name)
    {
        var figures = runs.Figures(TuningLab.Find(name));

        Assert.Equal(0, figures.Run.Load.ClientErrors);
        Assert.True(figures.Successful > 0, $"{figures.Successful} requests were successful");
    }

    [Theory]
    [MemberData(nameof(FannedOut))]
    public void DataCalls_FannedOut_AreNineForEachOperationAndRetries(string name)
    {
        var record = runs.Record(TuningLab.Find(name));

        Assert.Equal(9, (record.Cosmos.DataCalls - record.Cosmos.ThrottledCalls) / (double)record.Load.Sent, 6);
    }

    [Fact]
    public void DataCalls_MoreRequestUnits_AreNineForEachOperation() =>
        Assert.Equal(9, runs.Figures(TuningLab.MoreRequestUnits).DataCallsPerOperation, 6);

    [Fact]
    public void DataCalls_OwnerKey_AreOneForEachOperationWithoutPlan()
    {
        var figures = runs.Figures(TuningLab.OwnerKey);

        Assert.Equal(1, figures.DataCallsPerOperation, 6);
        Assert.Equal(0, figures.PlanCallsPerOperation, 6);
    }

    [Fact]
    public void Throttling_Baseline_Happens() => Assert.NotEqual(0, runs.Figures(TuningLab.Baseline).ThrottledCalls);

    [Fact]
    public void Throttling_EnoughRequestUnits_DoesNotHappen()
    {
        Assert.Equal(0, runs.Figures(TuningLab.MoreRequestUnits).ThrottledCalls);
        Assert.Equal(0, runs.Figures(TuningLab.OwnerKey).ThrottledCalls);
    }

    [Theory]
    [MemberData(nameof(FannedOut))]
    public void RequestUnits_FannedOut_AreTwentyNineForEachOperation(string name) =>
        Assert.Equal(29, runs.Figures(TuningLab.Find(name)).RequestUnitsPerOperation, tolerance: 1);

    [Fact]
    public void RequestUnits_OwnerKey_AreThoseOfOnePartition() =>
        Assert.Equal(3.4, runs.Figures(TuningLab.OwnerKey).RequestUnitsPerOperation, tolerance: 0.2);

    // The clients' latency has, on a busy machine, much time that is not the operation's.
    [Fact]
    public void OperationLatency_CallsAtOnceOrOneCall_IsLessThanHalfOfNineInARow()
    {
        var serial = new[] { TuningLab.Baseline, TuningLab.MoreRequestUnits }.Min(test => runs.Record(test).Operation!.P50Ms);
        var tuned = new[] { TuningLab.ParallelQuery, TuningLab.OwnerKey }.Max(test => runs.Record(test).Operation!.P50Ms);

        Assert.True(tuned < serial / 2, $"{tuned:0} ms, nine calls in a row {serial:0} ms");
    }

    // In a run this short, the mean latencies of the two tests do not differ clearly, but their retry waits do.
    [Fact]
    public void RetryWaits_MoreRequestUnits_AreGone()
    {
        Assert.NotEqual(0, MeanRetryWaitMs(TuningLab.Baseline));
        Assert.Equal(0, MeanRetryWaitMs(TuningLab.MoreRequestUnits));
    }

    [Theory]
    [MemberData(nameof(Waterfalls))]
    public void Waterfall_AnyQuery_ShowsItsCallsAndHowManyAreMadeAtOnce(string name, int calls, int atOnce)
    {
        var waterfall = runs.WaterfallOf(TuningLab.Find(name));

        Assert.Equal((calls, atOnce), (waterfall.DataCalls, waterfall.MaxDataCallsAtOnce));
    }

    [Fact]
    public void Waterfall_Baseline_ShowsAThrottledCallAndItsWait() =>
        Assert.NotEmpty(runs.WaterfallOf(TuningLab.Baseline, ofThrottled: true).Waits);

    [Theory]
    [MemberData(nameof(AllScenarios))]
    public void LatencyBreakdown_AnyTest_MeasuresEachPart(string name)
    {
        var breakdowns = LatencyBreakdown.FromSamples(runs.Data(TuningLab.Find(name)).Samples);

        var breakdown = BreakdownByPercentile.FromRequests(breakdowns);
        Assert.NotNull(breakdown);
        Assert.Equal(breakdowns.Count(each => !each.Extra), breakdown.All.Requests);
        var always = Enum.GetValues<LatencyPart>().Except([LatencyPart.CosmosConnectionQueue, LatencyPart.RetryWait]);
        Assert.All(always, part => Assert.True(breakdown.All.Mean[part] > 0, $"{part}"));
    }

    [Theory]
    [MemberData(nameof(AllScenarios))]
    public void Samples_AnyTest_AreOfEverythingWatched(string name)
    {
        var samples = runs.Data(TuningLab.Find(name)).Samples;

        Assert.Equal(runs.Record(TuningLab.Find(name)).Load.Successful, samples.Requests.Count + samples.Losses.Requests);
        Assert.Contains(samples.Metrics, metric => metric is { Service: "delivery", Name: "dotnet.gc.collections" });
        Assert.Contains(samples.Processes, process => process is { Process: "load-generator", Threads: > 0 });
    }

    [Fact]
    public void TopKeys_OwnerKey_AreOwners() =>
        Assert.All(runs.Record(TuningLab.OwnerKey).Cosmos.TopKeys, key => Assert.StartsWith("owner-", key.Key));

    [Fact]
    public async Task Report_FourRuns_IsOneFileWithoutLinksToTheNetwork()
    {
        var path = Path.Combine(Path.GetDirectoryName(runs.Folders[0].Path)!, "report.html");

        var study = await RunPages.ReadAsync(runs.Folders, path, TestContext.Current.CancellationToken);
        await StudyHtml.WriteAsync(study, path, TestContext.Current.CancellationToken);

        var html = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
        Assert.DoesNotContain("src=\"http", html);
        Assert.DoesNotContain("href=\"http", html);
        Assert.All(TuningLab.Scenarios, scenario => Assert.Contains(scenario.Title, html));
    }

    private double MeanRetryWaitMs(TuningScenario scenario) =>
        LatencyBreakdown.FromSamples(runs.Data(scenario).Samples).Average(breakdown => breakdown[LatencyPart.RetryWait]);
}
