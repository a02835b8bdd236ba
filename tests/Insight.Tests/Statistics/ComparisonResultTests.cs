using System.Text.Json;
using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class ComparisonResultTests
{
    [Fact]
    public void Plain_ChangedAndUnchanged_SaysWhichIsWhich()
    {
        var lines = ComparisonText.Plain(Result(1.2)).Split(Environment.NewLine);

        Assert.Equal("5 repeats", lines[0]);
        Assert.Contains("A before", lines[2]);
        Assert.Matches(
            @"^Mean latency, ms +700 \[686, 714\] +840 \[823, 857\] +\+20\.0 % +\+1\d\.\d % to \+2\d\.\d % +\d\.\d % +worse$",
            Line("Mean latency"));
        Assert.EndsWith("no difference seen", Line("RU per operation"));

        string Line(string start) => Assert.Single(lines, line => line.StartsWith(start, StringComparison.Ordinal));
    }

    [Fact]
    public void Plain_Conditions_SaysWhichFailed()
    {
        var text = ComparisonText.Plain(Result(1.2, "mean > 5 %", "ru > 5 %"));

        Assert.Contains("FAILED: mean > 5 %. Mean latency, ms: 20.0 % worse, more than 5 %.", text);
        Assert.Matches(@"passed: ru > 5 %\. RU per operation: no difference seen; one of 0\.\d % would be found\.", text);
    }

    [Fact]
    public void Plain_RunsThatMayNotBeCompared_SaysSo()
    {
        var other =
            SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Load = "40 users", Interrupted = true } };

        var text = ComparisonText.Plain(
            ComparisonResult.FromFigures("a", "b", "two runs", new RunGroups([SampleRecords.Run], [other]), [], []));

        Assert.Contains("A: 15 of 1,000 requests failed", text);
        Assert.Contains("not of the same load", text);
        Assert.Contains("interrupted", text);
    }

    [Fact]
    public void Of_RunsOfTwoEngines_SaysWhatThatMayChange()
    {
        var notes =
            ComparisonResult.FromFigures("a", "b", "runs", new RunGroups([SampleRecords.Run], [SampleRecords.OtherEngine]), [], []).Notes;

        Assert.Contains(
            "The runs are not of the same load engine: latencies may count from other moments, rates be of other times.", notes);
    }

    [Fact]
    public void Plain_RunWithoutASuccess_SaysThatItCannotBeCompared()
    {
        var empty = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Successful = 0 } };

        var notes = ComparisonResult.FromFigures("a", "b", "runs", new RunGroups([SampleRecords.Run], [empty]), [], []).Notes;

        Assert.Contains("1 of 2 runs had no successful request: latency and throughput cannot be compared.", notes);
    }

    [Theory]
    [InlineData(10, "+10.0 %")]
    [InlineData(-0.04, "0.0 %")]
    [InlineData(5_540, "> +999 %")]
    public void Signed_Percent_IsShort(double percent, string text) => Assert.Equal(text, ComparisonText.Signed(percent));

    [Fact]
    public void Plain_AllOfABeforeAllOfB_SaysThatTheyWereNotInTurn()
    {
        const string Warning = "not made in turn";
        var (a, b) = (Started(0, 2), Started(4, 6));

        Assert.Contains(Warning, Notes(a, b));
        Assert.Contains(Warning, Notes(b, a));
        Assert.DoesNotContain(Warning, Notes(Started(0, 2), Started(1, 3)));

        static string Notes(IReadOnlyList<RunRecord> a, IReadOnlyList<RunRecord> b) =>
            string.Join(' ', ComparisonResult.FromFigures("a", "b", "runs", new RunGroups(a, b), [], []).Notes);
    }

    [Fact]
    public void Json_Result_HoldsEveryFigureAndCondition()
    {
        using var stream = new MemoryStream();

        ComparisonJson.Write(stream, Result(1.2, "p99 > 5 %"));

        using var json = JsonDocument.Parse(stream.ToArray());
        var mean = json.RootElement.GetProperty("figures").EnumerateArray().Single(
            figure => figure.GetProperty("name").GetString() == "mean");
        Assert.Equal(20, mean.GetProperty("differencePercent").GetDouble(), 6);
        Assert.Equal("worse", mean.GetProperty("verdict").GetString());
        Assert.Equal(686, mean.GetProperty("intervalA").GetProperty("low").GetDouble(), 6);
        Assert.True(json.RootElement.GetProperty("failed").GetBoolean());
        Assert.Equal("p99 > 5 %", json.RootElement.GetProperty("conditions")[0].GetProperty("condition").GetString());
    }

    [Fact]
    public void Junit_Result_HasATestForEachFigureAndFailsThoseOfConditions()
    {
        using var stream = new MemoryStream();
        var result = Result(1.2, "mean > 5 %", "p50 > 50 %");

        ComparisonJunit.Write(stream, result);

        stream.Position = 0;
        var suite = XDocument.Load(stream).Root!.Element("testsuite")!;
        Assert.Equal((result.Figures.Count, 1), ((int)suite.Attribute("tests")!, (int)suite.Attribute("failures")!));
        var failed = Assert.Single(suite.Elements("testcase"), test => test.Element("failure") is not null);
        Assert.Equal("Mean latency, ms", (string?)failed.Attribute("name"));
    }

    [Fact]
    public void Junit_ConditionOnAFigureNobodyMeasured_IsAFailedTest()
    {
        using var stream = new MemoryStream();

        ComparisonJunit.Write(stream, Result(1) with { Figures = [], Conditions = [FailCondition.Parse("cpu > 5 %").Check([])] });

        stream.Position = 0;
        var test = Assert.Single(XDocument.Load(stream).Descendants("testcase"));
        Assert.Equal("cpu > 5 %", (string?)test.Element("failure")!.Attribute("type"));
    }

    private static RunRecord[] Started(params int[] minutes) =>
    [
        .. minutes.Select(minute => SampleRecords.Run with
        {
            Manifest = SampleRecords.Run.Manifest with { StartedAt = SampleRecords.Run.Manifest.StartedAt.AddMinutes(minute) },
        }),
    ];

    private static ComparisonResult Result(double slower, params string[] conditions)
    {
        var (a, b) = (FailConditionTests.Repeats(1), FailConditionTests.Repeats(slower));
        return ComparisonResult.FromFigures(
            "before",
            "after",
            "5 repeats",
            new RunGroups(a, b),
            RepeatComparison.FromRuns(a, b),
            [.. conditions.Select(FailCondition.Parse)]);
    }
}
