using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Capacity;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Capacity;

public sealed class CapacityReportTests
{
    private static readonly LatencyGoal Goal = new(TimeSpan.FromMilliseconds(100));

    [Fact]
    public void Plain_OneSearch_NamesLimitKneeLawAndPredictions()
    {
        var text = CapacityText.Plain(Record([Search(1)]));

        Assert.Contains("p99 under 100 ms: 55", text, StringComparison.Ordinal);
        Assert.Contains("95 % interval", text, StringComparison.Ordinal);
        Assert.Contains("Knee: ", text, StringComparison.Ordinal);
        Assert.Contains("Scalability law: ", text, StringComparison.Ordinal);
        Assert.Contains("4 instances, predicted: ", text, StringComparison.Ordinal);
        Assert.Contains("held back by what they share: 2,500 RU/s allow 735 req/s", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Plain_SeveralSearches_SaysHowMuchTheyDiffer()
    {
        var text = CapacityText.Plain(Record([Search(1), Search(2), Search(3)]));

        Assert.Contains("usual: 3 searches, mean 55", text, StringComparison.Ordinal);
        Assert.Contains("coefficient of variation 0.", text, StringComparison.Ordinal);
    }

    /// <summary>The first interval holds; the second's lower end misses too much, the third's upper too little.</summary>
    [Fact]
    public void Plain_ConfirmedSearches_CountsTheIntervalsThatHeld()
    {
        SearchRecord[] searches =
        [
            Search(1) with { Confirmations = [Confirmed(10), Confirmed(10)] },
            Search(1) with { Confirmations = [Confirmed(11), Confirmed(50)] },
            Search(1) with { Confirmations = [Confirmed(0), Confirmed(9)] },
            Search(1),
        ];

        Assert.Equal([true, false, false, null], searches.Select(search => search.IntervalHeld));
        Assert.Contains(
            "usual: the interval held in 1 of 3 searches", CapacityText.Plain(Record(searches)), StringComparison.Ordinal);

        static CapacityTrial Confirmed(int missed) =>
            new(TrialPurpose.Confirming, 500, 60, 1_000, 1_000 - missed, 500, 10, 90, 5);
    }

    [Fact]
    public async Task WriteAsync_Record_CanBeReadAgainAndHasAPage()
    {
        var folder = Directory.CreateTempSubdirectory("capacity");
        try
        {
            var report = await CapacityFolder.WriteAsync(
                Record([Search(1)]), folder.FullName, TestContext.Current.CancellationToken);

            var page = await File.ReadAllTextAsync(report, TestContext.Current.CancellationToken);
            Assert.Contains("Throughput by requests in the system", page, StringComparison.Ordinal);
            Assert.Contains("Trials", page, StringComparison.Ordinal);
            var json = await File.ReadAllTextAsync(
                Path.Combine(folder.FullName, CapacityFolder.RecordFile), TestContext.Current.CancellationToken);
            var read = JsonSerializer.Deserialize<CapacityRecord>(json, JsonSerializerOptions.Web)!;
            Assert.Equal(Search(1).ByLatency, read.Searches.Single().ByLatency);
            Assert.Equal(Search(1).Trials, read.Searches.Single().Trials);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static SearchRecord Search(ulong seed)
    {
        var result = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0.002, seed).Search(Goal, new CapacityPlan());
        return new SearchRecord("usual", false, result.Trials, FoundLimit.FromResult(result), null, []);
    }

    private static CapacityRecord Record(IReadOnlyList<SearchRecord> searches) => new(
        "a queue",
        new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
        "capacity",
        new MachineInfo("Linux", "X64", 2, 4, ".NET"),
        DebugBuild: false,
        Interrupted: false,
        100,
        0.8,
        searches,
        new SharedLimit("2,500 RU/s", 735));
}
