using System.Text.Json;
using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Comparisons;

namespace DroneDelivery.Lab.Tests.Comparisons;

public sealed class ComparisonStudyTests
{
    [Fact]
    public void Build_ChangedAndUnchanged_SaysWhichIsWhich()
    {
        var lines = Text(Result(1.2)).Split('\n');

        Assert.Equal("5 repeats", lines[0]);
        Assert.Contains(lines, line => line.Contains("A before", StringComparison.Ordinal));
        Assert.Matches(
            @"^Mean latency, ms +700 \[686, 714\] +840 \[823, 857\] +\+20\.0 % +\+1\d\.\d % to \+2\d\.\d % +\d\.\d % +worse$",
            Line("Mean latency"));
        Assert.EndsWith("no difference seen", Line("RU per operation"));
        Assert.StartsWith("A 95 % interval leaves out zero by chance in 1 of 20 figures", Line("A 95 %"));

        string Line(string start) => Assert.Single(lines, line => line.StartsWith(start, StringComparison.Ordinal));
    }

    [Fact]
    public void Build_Conditions_SaysWhichAreMetAndWhatThatRestsOn()
    {
        var text = Text(Result(1.2, "mean > 5 %", "ru > 5 %"));

        Assert.Matches(
            @"mean at most 5 % worse +Mean latency, ms: 20\.0 % worse, more than 5 %\. +no +5 runs, 95 % interval \+1\d\.\d % to", text);
        Assert.Matches(
            @"ru at most 5 % worse +RU per operation: no difference seen; one of 0\.\d % would be found\. +yes +5 runs", text);
    }

    [Fact]
    public void Build_LowerBoundOfB_IsNoExactFigure()
    {
        var line = Text(Compare(FailCondition.Parse("p99 > 5 %"), Repeats(1), Repeats(1.2, AtLeast)))
            .Split('\n').Single(each => each.StartsWith("p99 latency", StringComparison.Ordinal));

        Assert.Matches(@"^p99 latency, ms +1,750 \[1,715, 1,785\] +at least 2,100 +at least \+20\.0 % +from \+1\d\.\d % +– +worse$", line);
    }

    [Fact]
    public void Build_PercentileThatIsNotStated_IsNotComparedAndSaysWhy()
    {
        var text = Text(Compare(
            FailCondition.Parse("p99 > 5 %"),
            Repeats(1),
            Repeats(1, latency => latency with { NotStated = new Dictionary<string, string> { ["p99"] = "12 of 90 arrivals were dropped" } })));

        Assert.Contains("p99 latency, ms: not compared, since in a run 12 of 90 arrivals were dropped.", text);
        Assert.Matches(@"p99 at most 5 % worse +p99 latency, ms was not measured in every run\. +not decided", text);
        Assert.DoesNotMatch("(?m)^p99 latency, ms +1,750", text);
    }

    [Fact]
    public void Build_RunsThatMayNotBeCompared_SaysSo()
    {
        var other =
            SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Load = "40 users", Interrupted = true } };

        var text = Text(new ComparisonResult("a", "b", "two runs", new RunGroups([SampleRecords.Run], [other]), [], []));

        Assert.Contains("Warning: A: 15 of 1,000 requests failed", text);
        Assert.Contains("not of the same load", text);
        Assert.Contains("was interrupted", text);
    }

    [Fact]
    public void Build_Json_HoldsEveryFigureAndCondition()
    {
        using var stream = new MemoryStream();

        StudyJson.Write(stream, ComparisonStudy.Build(Compare(FailCondition.Parse("mean > 5 %"), Repeats(1), Repeats(1.2, AtLeast))));

        using var json = JsonDocument.Parse(stream.ToArray());
        var figures = json.RootElement.GetProperty("tables").GetProperty("figures").EnumerateArray().ToDictionary(
            figure => figure.GetProperty("name").GetString()!);
        Assert.Equal(20, figures["mean"].GetProperty("differencePercent").GetDouble(), 6);
        Assert.Equal("worse", figures["mean"].GetProperty("verdict").GetString());
        Assert.Equal(686, figures["mean"].GetProperty("intervalA").GetProperty("low").GetDouble(), 6);
        Assert.True(figures["p99"].GetProperty("atLeastB").GetBoolean());
        Assert.Equal(JsonValueKind.Null, figures["p99"].GetProperty("high").ValueKind);
        Assert.False(json.RootElement.GetProperty("verdicts")[0].GetProperty("met").GetBoolean());
    }

    [Fact]
    public void ToJunit_Result_HasATestForEachFigureAndFailsThoseOfConditions()
    {
        var result = Result(1.2, "mean > 5 %", "p50 > 50 %");

        var suite = Junit(result).Root!.Element("testsuite")!;

        Assert.Equal((result.Figures.Count, 1), ((int)suite.Attribute("tests")!, (int)suite.Attribute("failures")!));
        var failed = Assert.Single(suite.Elements("testcase"), test => test.Element("failure") is not null);
        Assert.Equal("Mean latency, ms", (string?)failed.Attribute("name"));
        Assert.StartsWith("A 700, B 840, difference +20.0 %, 95 % interval", failed.Element("system-out")!.Value);
    }

    [Fact]
    public void ToJunit_ConditionOnAFigureNobodyMeasured_IsAFailedTest()
    {
        var junit = Junit(Result(1) with { Figures = [], Conditions = [FailCondition.Parse("cpu > 5 %").Check([])] });

        var test = Assert.Single(junit.Descendants("testcase"));
        Assert.Equal("cpu > 5 %", (string?)test.Element("failure")!.Attribute("type"));
    }

    [Fact]
    public void ToJunit_NameWithAControlCharacter_IsStillXml()
    {
        var suite = Junit(Result(1) with { A = "be\u001Bfore" }).Root!.Element("testsuite")!;

        Assert.Equal("compare be\uFFFDfore after", (string?)suite.Attribute("name"));
    }

    private static string Text(ComparisonResult result) => StudyText.Render(ComparisonStudy.Build(result));

    private static XDocument Junit(ComparisonResult result)
    {
        using var stream = new MemoryStream();
        ComparisonJudge.ToJunit(result, ComparisonStudy.Build(result)).Write(stream);
        stream.Position = 0;
        return XDocument.Load(stream);
    }

    private static LatencySummary AtLeast(LatencySummary latency) => latency with { AtLeast = ["p99"] };

    private static RunRecord[] Repeats(double slower, Func<LatencySummary, LatencySummary>? change = null) =>
    [
        .. new[] { 0.99, 1.01, 1, 0.98, 1.02 }.Select(noise => SampleRecords.Latency(700 * noise * slower)).Select(latency =>
            SampleRecords.Run with { Load = SampleRecords.Run.Load with { Latency = change?.Invoke(latency) ?? latency } }),
    ];

    private static ComparisonResult Compare(FailCondition condition, RunRecord[] a, RunRecord[] b)
    {
        var figures = RepeatComparison.FromRuns(a, b);
        return new ComparisonResult("before", "after", "5 repeats", new RunGroups(a, b), figures, [condition.Check(figures)]);
    }

    internal static ComparisonResult Result(double slower, params string[] conditions)
    {
        var (a, b) = (Repeats(1), Repeats(slower));
        var figures = RepeatComparison.FromRuns(a, b);
        return new ComparisonResult(
            "before",
            "after",
            "5 repeats",
            new RunGroups(a, b),
            figures,
            [.. conditions.Select(FailCondition.Parse).Select(condition => condition.Check(figures))]);
    }
}
