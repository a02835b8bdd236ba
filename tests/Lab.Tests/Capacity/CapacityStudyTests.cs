using System.Text.Json;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Processes;
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

    // Two trials on both sides of the limit allow no curve, so there is no interval with a known coverage.
    [Fact]
    public void Text_NoCurveFits_NamesTheTriedRatesAndNoInterval()
    {
        CapacityTrial[] trials = [Trial(100, missed: 0), Trial(110, missed: 1_000)];
        var found = new CapacitySearch(SimulatedCapacityRun.CpuGoal(0.8), new CapacityPlan()).Conclude(
            [trials[0] with { CpuShare = 0.5 }, trials[1] with { CpuShare = 0.9 }]);

        var record = Record([new SearchRecord("usual", false, trials, found, null, [Trial(100, 0), Trial(110, 1_000)])]);

        Assert.True(found.Estimate!.IsBracket);
        Assert.Contains("105 req/s, between the tried rates 100 and 110 (one run, no interval).", Text(record));
        Assert.DoesNotContain("95 %", Text(record));
        Assert.Null(record.Searches[0].IntervalHeld);
    }

    /// <summary>Around the limit there are as many trials as for an estimate, but the search was not at its end.</summary>
    [Theory]
    [InlineData(0, 1_000, "So far the goal was kept at 100 req/s and missed at 110 req/s.")]
    [InlineData(0, 0, "So far the goal was kept at every rate tried, up to 110 req/s.")]
    [InlineData(1_000, 1_000, "So far the goal was missed at every rate tried, from 100 req/s on.")]
    public void Text_InterruptedSearch_SaysSoAndNamesTriedRatesAndNoInterval(int missedBelow, int missedAbove, string known)
    {
        CapacityTrial[] trials = [Trial(100, missedBelow), Trial(110, missedAbove)];
        var found = new CapacitySearch(Goal, new CapacityPlan()).ConcludeInterrupted(trials);

        var study = CapacityStudy.Build(Record([new SearchRecord("usual", false, trials, found, null, [])]));

        var text = StudyText.Render(study);
        Assert.Contains($"p99 under 100 ms: the search was interrupted before it found the limit. {known}", text);
        Assert.DoesNotContain("95 %", text);
        Assert.DoesNotMatch("one run|predicted|Knee|Scalability law", text);
        var limit = Assert.Single(study.Tables.Single(table => table.Key == "limits").Rows);
        Assert.All(limit.Take(5).Skip(2), cell => Assert.Null(cell.Value));
        Assert.Equal("an interrupted search", limit[5].Text);
    }

    [Fact]
    public void Text_InterruptedBeforeATrial_SaysThatNothingIsKnown() =>
        Assert.Contains("No trial had ended: nothing is known of the limit.", Text(Record([])));

    [Fact]
    public void Study_CpuOfTheGeneratorAlone_IsNamedAsSuchEverywhere()
    {
        var search = Search(1);
        search = search with { Trials = [.. search.Trials.Select(trial => trial with { CpuOfGeneratorOnly = true })] };

        var study = CapacityStudy.Build(Record([search]));

        Assert.Equal("generator's CPU", study.Tables.Single(table => table.Key == "search-1-trials").Columns
            .Single(column => column.Key == "cpuShare").Heading);
        var chart = CapacityCharts.ForSearch(search, Record([search])).ElementAt(2);
        Assert.Contains("generator's CPU", string.Join(' ', chart.ToTable().Columns));
        Assert.StartsWith("The load generator alone", chart.Description);
    }

    [Fact]
    public void Text_OneSearch_NamesItsIntervalAndThatItIsOneRun() =>
        Assert.Matches(@"p99 under 100 ms: [\d.]+ req/s \(one run, 95 % interval [\d.]+ to [\d.]+, ", Text(Record([Search(1)])));

    [Fact]
    public void Text_KeptAtTheHighestRateTried_SaysThatItIsOneRun()
    {
        var found = new CapacitySearch(Goal, new CapacityPlan()).Conclude([Trial(100, missed: 0)]);

        Assert.Contains("kept up to 100 req/s, the highest tried (one run, no interval).", CapacityText.Describe(found, "req/s"));
    }

    /// <summary>Without a success there is no latency of successes; that of the failures is not one.</summary>
    [Fact]
    public void Trials_NoRequestSucceeded_HasNoP99OfSuccesses()
    {
        CapacityTrial[] trials = [Trial(100, missed: 1_000), Trial(100, missed: 20) with { SuccessP99Ms = 80 }];
        var found = new CapacitySearch(Goal, new CapacityPlan()).Conclude(trials);

        var study = CapacityStudy.Build(Record([new SearchRecord("usual", false, trials, found, null, [])]));

        var table = study.Tables.Single(each => each.Key.EndsWith("-trials", StringComparison.Ordinal));
        var column = table.Columns.Index().Single(each => each.Item.Key == "successP99Ms").Index;
        Assert.Equal([null, 80.0], table.Rows.Select(row => row[column].Value));
    }

    [Fact]
    public void Charts_TrialsAtOneRate_AreDrawnEachAndNotAsTheirMean()
    {
        var search = Search(1) with
        {
            Trials = [Trial(100, 0) with { P99Ms = 20 }, Trial(100, 0) with { P99Ms = 60 }, Trial(150, 0) with { P99Ms = 90 }],
        };

        var latency = CapacityCharts.ForSearch(search, Record([search])).First().ToTable();

        Assert.Equal(["20", "60", "90"], latency.Rows.Select(row => row[1].Text));
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

    /// <summary>The figures of the trial nearest to the limit, the most used first.</summary>
    [Fact]
    public void Study_Resources_HasUseLimitShareAndCap()
    {
        var search = Search(1);
        var trials = search.Trials.Select(trial => trial with
        {
            CpuShare = 0.4,
            Resources = [new("memory", "shop", 100, 1_000), new("handles", "shop", trial == search.AtLimit ? 600 : 1, 1_000)],
        });

        var study = CapacityStudy.Build(Record([search with { Trials = [.. trials] }]));

        var table = study.Tables.Single(each => each.Key == "search-1-resources");
        var cores = SampleStudies.Envelope.Machine.Cores;
        Assert.Equal(
            [("handles", "shop", 600.0, 1_000.0), ("CPU", "all", 0.4 * cores, cores), ("memory", "shop", 100, 1_000)],
            table.Rows.Select(row => (row[0].Text, row[1].Text, (double)row[2].Value!, (double)row[3].Value!)));
        Assert.Equal([0.7, 0.8, null], table.Rows.Select(row => row[5].Value));
        Assert.Equal(0.6, table.Rows[0][4].Value);
    }

    [Fact]
    public void Study_InterruptedSearch_HasTheResourcesOfTheHighestRateThatMetTheGoal()
    {
        CapacityTrial[] trials = [Trial(100, missed: 0), Trial(110, missed: 1_000)];
        var found = new CapacitySearch(Goal, new CapacityPlan()).ConcludeInterrupted(trials);

        var study = CapacityStudy.Build(Record([new SearchRecord("usual", false, trials, found, null, [])]));

        Assert.Equal("Resources at 100 req/s", study.Tables.Single(table => table.Key == "search-1-resources").Title);
    }

    [Fact]
    public void Limits_KeptAtEveryRateTried_IsOverTheHighest()
    {
        CapacityTrial[] trials = [Trial(100, missed: 0), Trial(110, missed: 0)];
        var found = new CapacitySearch(Goal, new CapacityPlan()).Conclude(trials);

        var study = CapacityStudy.Build(Record([new SearchRecord("usual", false, trials, found, null, [])]));

        var limit = Assert.Single(study.Tables.Single(table => table.Key == "limits").Rows)[2];
        Assert.Equal((110.0, "over 110"), (limit.Value, limit.Text));
    }

    [Fact]
    public void Text_ResourceLimit_NamesTheFirstAtItsCap()
    {
        CapacityTrial[] trials = [Trial(100, missed: 0), Trial(110, missed: 0)];
        var found = new CapacitySearch(new ResourceGoal(Record([]).Caps!), new CapacityPlan()).Conclude(
            [trials[0], trials[1] with { Resources = [new("handles", "shop", 9, 10)] }]);

        Assert.EndsWith(
            "(one run, no interval). Handles of shop is the first at its cap.", CapacityText.Describe(found, "req/s"));
    }

    [Fact]
    public void Text_Handshakes_HasTheirUnitAndTimesAndNoScalabilityLaw()
    {
        var search = Search(1);
        var times = new LatencyHistogram();
        times.Record(2_000, count: 99);
        times.Record(10_000);
        var summary = LatencySummary.FromHistogram(times);
        search = search with
        {
            Unit = "handshakes/s",
            Trials = [.. search.Trials.Select(trial => trial with { TlsHandshakes = summary })],
        };

        var text = Text(Record([search]));

        Assert.Matches(@"p99 under 100 ms: [\d.]+ handshakes/s \(one run", text);
        Assert.Matches(@"At [\d.]+ handshakes/s a full TLS handshake takes 2.08 ms on average, p99 2 ms\.", text);
        Assert.DoesNotContain("TCP connection", text);
        Assert.DoesNotContain("req/s", text);
        Assert.DoesNotContain("Scalability law", text);
    }

    [Fact]
    public async Task Record_WrittenAndRead_IsTheSame()
    {
        var search = Search(1);
        search = search with { Confirmations = [search.Trials[0] with { P99Ms = new LatencyValue(450, AtLeast: true) }] };
        var file = Path.GetTempFileName();
        try
        {
            search = search with { Trials = [search.Trials[0] with { Resources = [new("handles", "shop", 1, 2)] }, .. search.Trials] };
            await RecordFile.WriteAsync(Record([search]), file, TestContext.Current.CancellationToken);

            var read = await RecordFile.ReadAsync<CapacityRecord>(file, SampleStudies.Envelope.Lab, TestContext.Current.CancellationToken);

            Assert.Equal(search.ByLatency, read.Searches.Single().ByLatency);
            Assert.Equal(JsonSerializer.Serialize(search), JsonSerializer.Serialize(read.Searches.Single()));
            Assert.Equal(0.7, read.Caps!["handles"]);
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

    private static CapacityTrial Trial(double rate, int missed) =>
        new(TrialPurpose.Doubling, rate, 10, 1_000, 1_000 - missed, rate, new(10), new(90), 5);

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
        new Dictionary<string, double> { [ResourceUse.Cpu] = 0.8, [ResourceUse.Handles] = 0.7 },
        searches,
        new SharedLimit("2,500 RU/s", 735));
}
