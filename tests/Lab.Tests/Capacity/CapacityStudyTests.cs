using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacityStudyTests
{
    private static readonly LatencyGoal Goal = new(TimeSpan.FromMilliseconds(100));

    [Fact]
    public void Text_OneSearch_NamesLimitKneeLawAndPredictions()
    {
        var text = Text(Record([Search(1)]));

        Assert.Contains("p99 under 100 ms: 55", text, StringComparison.Ordinal);
        Assert.Contains("95 % interval", text, StringComparison.Ordinal);
        Assert.Contains("Knee: ", text, StringComparison.Ordinal);
        Assert.Contains("Scalability law: ", text, StringComparison.Ordinal);
        Assert.Contains("4 instances, predicted: ", text, StringComparison.Ordinal);
        Assert.Contains("held back by what they share: 2,500 RU/s allow 735 req/s", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Text_SeveralSearches_SaysHowMuchTheyDiffer()
    {
        var text = Text(Record([Search(1), Search(2), Search(3)]));

        Assert.Contains("usual: 3 searches, mean 55", text, StringComparison.Ordinal);
        Assert.Contains("coefficient of variation 0.", text, StringComparison.Ordinal);
    }

    /// <summary>The first interval holds; the second's lower end misses too much, the third's upper too little.</summary>
    [Fact]
    public void Text_ConfirmedSearches_CountsTheIntervalsThatHeld()
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
            "usual: the interval held in 1 of 3 searches", Text(Record(searches)), StringComparison.Ordinal);

        static CapacityTrial Confirmed(int missed) =>
            new(TrialPurpose.Confirming, 500, 60, 1_000, 1_000 - missed, 500, new(10), new(90), 5);
    }

    [Fact]
    public async Task Record_WrittenAndRead_IsTheSame()
    {
        var search = Search(1);
        search = search with { Confirmations = [search.Trials[0] with { P99Ms = new LatencyValue(450, AtLeast: true) }] };
        var file = Path.GetTempFileName();
        try
        {
            await RecordFile.WriteAsync(Record([search]), file, TestContext.Current.CancellationToken);

            var read = await RecordFile.ReadAsync<CapacityRecord>(file, SampleStudies.Envelope.Lab, TestContext.Current.CancellationToken);

            Assert.Equal(search.ByLatency, read.Searches.Single().ByLatency);
            Assert.Equal(search.Trials, read.Searches.Single().Trials);
            Assert.Equal(search.Confirmations, read.Searches.Single().Confirmations);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Study_OneSearch_HasItsLimitItsChartsAndEveryTrial()
    {
        var search = Search(1);

        var study = CapacityStudy.Build(Record([search]));

        var limits = study.Tables.Single(table => table.Key == "limits");
        Assert.Equal(search.ByLatency.Rate, Assert.Single(limits.Rows)[2].Value);
        Assert.Equal(search.Trials.Count, study.Tables.Single(table => table.Key == "search-1-trials").Rows.Count);
        Assert.Contains(study.Parts<StudyChart>(), part => part.Heading == "Throughput by requests in the system");
    }

    private static string Text(CapacityRecord record) => StudyText.Render(CapacityStudy.Build(record));

    internal static SearchRecord Search(ulong seed)
    {
        var result = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0.002, seed).Search(Goal, new CapacityPlan());
        return new SearchRecord("usual", false, result.Trials, result.Found, null, []);
    }

    internal static CapacityRecord Record(IReadOnlyList<SearchRecord> searches) => new(
        SampleStudies.Envelope,
        "a queue",
        100,
        0.8,
        searches,
        new SharedLimit("2,500 RU/s", 735));
}
