using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Engines;

namespace DroneDelivery.Lab.Tests.Engines;

public sealed class EngineDifferencesTests
{
    private static readonly EngineRun BuiltIn = ReadRun(SampleRecords.Run) with { RequestUnitsPerOperation = 29 };
    private static readonly EngineRun Other = ReadRun(SampleRecords.OtherEngine) with { RequestUnitsPerOperation = 29 };

    [Fact]
    public void Describe_OneEngineKnowsLateness_SaysWhatEachCountsFrom()
    {
        var sentences = SentencesOf(BuiltIn, Other);

        Assert.Contains(sentences, sentence => sentence.StartsWith("built-in counts a latency from the moment", StringComparison.Ordinal)
            && sentence.Contains("up to 9.3 ms late (p99 2.1 ms)", StringComparison.Ordinal)
            && sentence.Contains("NBomber 4.1.2 counts from the request's real start", StringComparison.Ordinal));
    }

    [Fact]
    public void Describe_BothKnowLateness_SaysNothingOfIt()
    {
        var sentences = SentencesOf(BuiltIn, BuiltIn with { Engine = "another" });

        Assert.Equal(
            [
                "built-in: 15 requests failed (HTTP 503: 15); they count in the latency, and that of successes is listed apart.",
                "another: 15 requests failed (HTTP 503: 15); they count in the latency, and that of successes is listed apart.",
                "Requests per second, mean and p99 agree within 5 %.",
            ],
            sentences);
    }

    [Fact]
    public void Describe_OwnRateOverThePlannedTime_IsNamedWithBothTimes()
    {
        var other = With(Other, load => load with { PlannedSeconds = 45, EngineRequestsPerSecond = 21.8 });

        Assert.Contains(
            "NBomber 4.1.2's own report says 21.8 req/s: it divides by the planned 45 s. Over the 50 s that passed they are 19.6.",
            SentencesOf(BuiltIn, other));
    }

    [Theory]
    [InlineData(0, "includes the lateness")]
    [InlineData(200, "is large enough to explain it")]
    public void Describe_HigherMeanOfTheEngineThatCountsLateness_IsExplainedOnlyByEnoughOfIt(double latenessMs, string why)
    {
        var late = With(
            BuiltIn, load => load with { Generator = load.Generator with { LatenessP50Ms = latenessMs, LatenessP99Ms = 300 } });
        var fast = With(Other, load => load with { Latency = SampleRecords.Latency(600) });

        var mean = Assert.Single(
            SentencesOf(late, fast), sentence => sentence.StartsWith("Mean latency: 600 ms", StringComparison.Ordinal));

        Assert.Equal(latenessMs > 0, mean.Contains(why, StringComparison.Ordinal));
    }

    [Fact]
    public void Describe_OneCutOffTheOtherWaited_SaysByHowMuch()
    {
        var waited = With(Other, load => load with { CutOff = 0, PlannedSeconds = 48 });

        Assert.Contains(
            "At the end built-in cut off 5 requests; 0 of them had been sent: they failed and count in its latency with the time waited. NBomber 4.1.2 waited for its own, 2 s beyond the planned end, "
            + "and counts them.",
            SentencesOf(BuiltIn, waited));
    }

    [Fact]
    public void Describe_TheOtherWaitedForMillisecondsOnly_SaysNoTime()
    {
        var waited = With(Other, load => load with { CutOff = 0, PlannedSeconds = 49.99 });

        Assert.Contains(
            SentencesOf(BuiltIn, waited),
            sentence => sentence.EndsWith("NBomber 4.1.2 waited for its own and counts them.", StringComparison.Ordinal));
    }

    [Fact]
    public void Describe_FewerRequestsOfSlowerAnswers_SaysThatUsersWait()
    {
        var slow = With(Other, load => load with { Sent = 800, Latency = SampleRecords.Latency(900) });

        Assert.Contains(
            "NBomber 4.1.2 sent 800 requests, built-in 1,000: answers took longer with NBomber 4.1.2, and users wait for them.",
            SentencesOf(BuiltIn, slow));
    }

    [Fact]
    public void Describe_FewerRequestsOfARunThatEndedEarly_SaysThatItEndedEarly()
    {
        var ended = With(Other, load => load with { Sent = 800, Latency = SampleRecords.Latency(900) }) with { Interrupted = true };

        Assert.Contains("NBomber 4.1.2 sent 800 requests, built-in 1,000: it was ended early.", SentencesOf(BuiltIn, ended));
    }

    [Fact]
    public void Describe_ArrivalsNeitherSentNorCounted_AreSaidToBeUnknown()
    {
        var builtIn = With(BuiltIn, load => load with { Arrivals = new ArrivalRecord(1_100, Late: 3, Dropped: 100) });
        var other = With(Other, load => load with { Arrivals = new ArrivalRecord(1_100, null, null) });

        var sentences = SentencesOf(builtIn, other);

        Assert.Contains(
            "built-in sent 1,000 of the 1,100 requests asked for: 100 found as many in flight as were allowed, and were dropped.",
            sentences);
        Assert.Contains(
            "NBomber 4.1.2 sent 1,000 of the 1,100 requests asked for. It keeps no count of those that it did not start in time.",
            sentences);
    }

    [Theory]
    [InlineData(5, "so different ones were made")]
    [InlineData(500, "had reached the database")]
    public void Describe_OtherRequestUnits_AreExplainedByWhatWasCutOff(long cutOff, string why)
    {
        var builtIn = With(BuiltIn, load => load with { CutOff = cutOff }) with { RequestUnitsPerOperation = 20 };

        var units = Assert.Single(
            SentencesOf(builtIn, Other),
            sentence => sentence.StartsWith("RU per operation: 29 with NBomber 4.1.2, 20", StringComparison.Ordinal));

        Assert.Contains(why, units);
    }

    [Fact]
    public void Describe_HighestFarAboveP99_SaysThatTheOtherCannotShowIt()
    {
        var stalled = With(BuiltIn, load => load with { Latency = load.Latency with { MaxMs = 9_000 } });

        Assert.Contains(
            "NBomber 4.1.2 gives no percentile above p99: what built-in saw there, up to 9,000 ms, its figures could not show.",
            SentencesOf(stalled, Other));
    }

    [Fact]
    public void Describe_P99IsALowerBound_SaysNeitherThatItDiffersNorThatItAgrees()
    {
        var bounded = With(BuiltIn with { Engine = "another" }, load => load with { Latency = load.Latency with { AtLeast = ["p99"] } });

        Assert.DoesNotContain(SentencesOf(BuiltIn, bounded), sentence => sentence.Contains("p99", StringComparison.Ordinal));
    }

    private static IReadOnlyList<string> SentencesOf(EngineRun first, EngineRun second) =>
        EngineDifferences.Describe(new EnginePair("Test 1: baseline", first, second));

    private static EngineRun ReadRun(RunRecord run) => EngineRun.FromRecord(run);

    private static EngineRun With(EngineRun run, Func<LoadRecord, LoadRecord> change) => run with { Load = change(run.Load) };
}
