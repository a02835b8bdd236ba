using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class RunTableTests
{
    [Fact]
    public void Build_RunWithPublishedFigures_ShowsBothAndTheDifference()
    {
        var table = RunTable.Build([SampleRecords.Baseline]);

        Assert.Equal(["measured here: 19.6", "published: 19", "difference: +3 %"], Lines(table, "Throughput, req/s"));
        Assert.Equal(["measured here: 700", "published: 669", "difference: +5 %"], Lines(table, "Mean latency, ms"));
        Assert.Equal("Each difference rests on one run, no interval, here and in the study.", table.Notes[0]);
        Assert.Equal(["measured here: 28.8", "published: 29"], Lines(table, "RU per operation"));
        Assert.Equal(["measured here: 1"], Lines(table, "Plan calls per operation"));
        Assert.Equal(["measured here: 68 of 100"], Lines(table, "Peak RU/s of a partition, of its budget"));
    }

    [Fact]
    public void Build_BudgetsOfPartitionsAreNotKnown_HasNone()
    {
        var cosmos = SampleRecords.Run.Cosmos;
        IReadOnlyList<PartitionRecord> partitions =
            [.. cosmos.Partitions.Select(partition => partition with { BudgetPerSecond = 0 })];

        var table = RunTable.Build([SampleRecords.Run with { Cosmos = cosmos with { Partitions = partitions } }]);

        Assert.Equal(["measured here: 68 of –"], Lines(table, "Peak RU/s of a partition, of its budget"));
    }

    [Fact]
    public void Build_RunWithoutPublishedFigures_ShowsOnlyWhatWasMeasured()
    {
        var table = RunTable.Build([SampleRecords.Run]);

        Assert.All(table.Rows, row => Assert.Equal("measured here", row[1].Text));
        Assert.Empty(table.Notes);
    }

    [Fact]
    public void Build_RunOnAzureWithOneOnTheEmulator_ShowsEmulatorAzureAndPublished()
    {
        var azure = OnAzure(SampleRecords.Baseline) with { Emulator = SampleRecords.Run };

        var table = RunTable.Build([azure]);

        Assert.Equal(
            ["emulator: 19.6", "Azure: 19.6", "published: 19", "difference: +3 %"], Lines(table, "Throughput, req/s"));
        Assert.Equal(["emulator: 28.8", "Azure: 28.8", "published: 29"], Lines(table, "RU per operation"));
    }

    [Fact]
    public void Build_RunOnAzureWithoutOneOnTheEmulator_HasNoRowsOfTheEmulator()
    {
        var table = RunTable.Build([OnAzure(SampleRecords.Baseline)]);

        Assert.Equal(["Azure: 19.6", "published: 19", "difference: +3 %"], Lines(table, "Throughput, req/s"));
        Assert.DoesNotContain(table.Rows, row => row[1].Text == "emulator");
    }

    /// <summary>In Direct mode the service sees no calls, which is not the same as none.</summary>
    [Fact]
    public void Build_RunOnAzureWithoutCounts_HasNoFiguresOfTheDatabase()
    {
        var run = OnAzure(SampleRecords.Run) with { Cosmos = CosmosRecord.None with { Account = "name in direct mode", IsCounted = false } };

        var table = RunTable.Build([run]);

        Assert.Equal(["Azure: –"], Lines(table, "Throttled calls (429)"));
        Assert.Equal(["Azure: –"], Lines(table, "RU per operation"));
        Assert.Equal(["Azure: –"], Lines(table, "Data calls per operation"));
        Assert.Equal(["Azure: – of –"], Lines(table, "Peak RU/s of a partition, of its budget"));
        Assert.Contains(RunWarnings.ForRun(run), warning => warning.Contains("are not available", StringComparison.Ordinal));
        Assert.Single(RunWarnings.ForRun(run).Except(RunWarnings.ForRun(OnAzure(SampleRecords.Run))));
    }

    [Fact]
    public void Build_RunWithTimeOuts_SaysAtLeastAndHasSuccessesApart()
    {
        var load = SampleRecords.Run.Load with
        {
            Latency = SampleRecords.Latency(700) with { AtLeast = ["p99"] },
            Successes = SampleRecords.Latency(500),
            Unanswered = 3,
        };

        var table = RunTable.Build([SampleRecords.Run with { Load = load }]);

        Assert.Equal(["measured here: at least 1,750"], Lines(table, "p99 latency, ms"));
        Assert.Equal(["measured here: 500"], Lines(table, "Mean latency of successes, ms"));
        Assert.Equal(["measured here: 18"], Lines(table, "Failed requests"));
        Assert.Equal(["measured here: HTTP 503: 15, unanswered: 3"], Lines(table, "Failed requests by reason"));
    }

    [Fact]
    public void Build_RunWithTheStudysRawData_ShowsEveryPublishedRowNextToOurs()
    {
        var table = RunTable.Build([WithRawData(TuningLab.Baseline)]);

        Assert.Equal(["measured here: 20", "published: 44"], Lines(table, "Highest throughput of a second, req/s"));
        Assert.Equal(["measured here: 400", "published: 104"], Lines(table, "Operation's own latency p50, ms"));
        Assert.Equal(["measured here: 900", "published: 1,570"], Lines(table, "Operation's own latency p95, ms"));
        Assert.Equal(["measured here: 1,500", "published: 3,270"], Lines(table, "Operation's own latency p99, ms"));
        Assert.Equal(["measured here: 500"], Lines(table, "Operation's own latency, mean, ms"));
        Assert.Equal(
            ["measured here: 68 of 100", "published: 136 of 100"], Lines(table, "Peak RU/s of a partition, of its budget"));
        Assert.Equal("published: 98,905", Lines(table, "Calls answered 2xx").Last());
        Assert.Equal(["measured here: 1,000", "published: 9,850"], Lines(table, "Operations"));
        Assert.Equal(["measured here: 25 %", "published: 24 % (80 %)"], Lines(table, "CPU, mean (highest)"));
        Assert.Contains(table.Notes, note => note.Contains("of the service's own operation, those measured here of the clients"));
        Assert.Contains(table.Notes, note => note.Contains("in its own service: 400 calls of each test, a uniform sample"));
        Assert.Contains(table.Notes, note => note.Contains("2,720 calls answered 429, the study's raw data 16,071"));
        Assert.Contains(table.Notes, note => note.Contains("three nodes of two cores with three replicas"));
    }

    [Fact]
    public void Build_ThroughputOfTheLastTest_SaysThatItUsedDirectModeOnAnotherDay()
    {
        var table = RunTable.Build([WithRawData(TuningLab.OwnerKey, latencyMs: 177)]);

        Assert.Contains(
            "In the study a user spent 0.17 s outside the operation in this test, which used Direct mode and ran on another day",
            table.Notes[0]);
    }

    [Fact]
    public void Build_RunWithoutAnAnswer_HasNoLatency()
    {
        var load = SampleRecords.Baseline.Load with { Successful = 0, ClientErrors = 0 };

        var table = RunTable.Build([SampleRecords.Baseline with { Load = load }]);

        Assert.Equal(["measured here: –", "published: 669", "difference: –"], Lines(table, "Mean latency, ms"));
        Assert.Equal(["measured here: –"], Lines(table, "p99 latency, ms"));
        Assert.DoesNotContain(table.Notes, note => note.Contains("Little's law"));
    }

    [Fact]
    public void Build_MeanIsALowerBound_SoIsItsDifference()
    {
        var table = RunTable.Build([Bounded(SampleRecords.Baseline), Bounded(SampleRecords.OwnerKey)]);

        Assert.Equal("difference: at least +5 %", Lines(RunTable.Build([Bounded(SampleRecords.Baseline)]), "Mean latency, ms").Last());
        Assert.Contains(table.Notes, note => note.Contains("(at least 177 ms latency measured here", StringComparison.Ordinal));

        static RunRecord Bounded(RunRecord run) =>
            run with { Load = run.Load with { Latency = run.Load.Latency with { AtLeast = ["mean"] } } };
    }

    [Fact]
    public void Build_SettingsThatDiffer_AreRowsOfTheirOwn()
    {
        var other = SampleRecords.Baseline with
        {
            Manifest = SampleRecords.Baseline.Manifest with
            {
                Configuration = new Dictionary<string, string> { ["--partition-key"] = "deliveryId", ["--throughput"] = "2500" },
            },
        };

        var settings = RunTable.Build([SampleRecords.Baseline, other]).Rows.Where(row => row[1].Text == "setting");

        Assert.Equal(["--throughput", "setting", "900", "2500"], Assert.Single(settings).Select(cell => cell.Text));
    }

    // 20.5 users / (177 ms + 250 ms) = 48.0 req/s; 59 req/s at 176 ms need 20.5 / 59 - 0.176 = 171 ms of think time.
    [Fact]
    public void Build_PublishedThroughputOutOfReach_SaysWhatLittlesLawAllows()
    {
        var table = RunTable.Build([SampleRecords.Baseline, SampleRecords.OwnerKey]);

        var published = Published(table, "Throughput, req/s");
        Assert.Null(published[2].Note);
        var note = table.Notes[published[3].Note!.Value - 1];
        Assert.Contains("20.5 users on average / (177 ms latency measured here + 250 ms think time) = 48 req/s", note);
        Assert.Contains("needs a think time of 171 ms", note);
    }

    [Fact]
    public void Build_ThinkTimeNotRecorded_JudgesNoThroughput()
    {
        var run = SampleRecords.OwnerKey with { Load = SampleRecords.OwnerKey.Load with { ThinkTimeMs = null } };

        Assert.DoesNotContain(RunTable.Build([run]).Notes, note => note.Contains("Little", StringComparison.Ordinal));
    }

    [Fact]
    public void Build_CallsPerOperation_NotesWhatTheStudyCounted()
    {
        var table = RunTable.Build([SampleRecords.Baseline]);

        var cell = Published(table, "Data calls per operation")[2];
        Assert.Equal("11", cell.Text);
        Assert.Contains("calls, query-plan requests and retries together", table.Notes[cell.Note!.Value - 1]);
    }

    [Theory]
    [InlineData(50, true)]
    [InlineData(480.4, false)]
    public void Build_TotalsOfAnotherDuration_AreMarked(double seconds, bool marked)
    {
        var run = SampleRecords.Baseline with { Load = SampleRecords.Baseline.Load with { DurationSeconds = seconds } };

        var table = RunTable.Build([run]);

        Assert.Equal(marked, Published(table, "Successful requests")[2].Note is not null);
    }

    [Fact]
    public void Rows_RequestsThatFailed_SayForWhichReason()
    {
        var table = RunTable.Build([SampleRecords.Run]);

        Assert.Equal(["measured here: HTTP 503: 15"], Lines(table, "Failed requests by reason"));
    }

    private static IEnumerable<string> Lines(StudyTable table, string label) =>
        table.Rows.Where(row => row[0].Text == label).Select(row => $"{row[1]}: {row[2].Text}");

    private static IReadOnlyList<Cell> Published(StudyTable table, string label) =>
        table.Rows.Single(row => row[0].Text == label && row[1].Text == "published");

    private static RunRecord WithRawData(TuningScenario scenario, double latencyMs = 700) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Published = scenario.Published },
        Load = SampleRecords.Run.Load with { Latency = SampleRecords.Latency(latencyMs) },
        Operation = new OperationRecord(TuningLab.CallUnderStudy, 400, 500, 400, 900, 1_500),
    };

    private static RunRecord OnAzure(RunRecord run) =>
        run with { Cosmos = run.Cosmos with { Account = "name in gateway mode" } };
}
