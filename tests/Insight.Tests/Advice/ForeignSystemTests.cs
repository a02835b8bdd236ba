using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>The advisor knows no test, service, container or property by its name.</summary>
public sealed partial class ForeignSystemTests
{
    private static readonly IReadOnlyDictionary<string, double> SlowPackage =
        new Dictionary<string, double> { ["package"] = 300 };

    private static readonly IReadOnlyList<HandmadeRun> Runs =
    [
        HandmadeRun.Healthy,
        HandmadeRun.SerialQuery,
        HandmadeRun.ParallelQuery,
        HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 },
        HandmadeRun.ParallelQuery with { SlowPartition = 3 },
        HandmadeRun.Healthy with { ThrottledOnceIn = 3, HotPartition = 4 },
        HandmadeRun.Healthy with { RowCalls = 5 },
        HandmadeRun.Healthy with { OwnMs = SlowPackage },
        HandmadeRun.Healthy with { OwnMs = SlowPackage, SlowOnceIn = 4 },
        HandmadeRun.Healthy with { BackendNetworkMs = 300 },
        HandmadeRun.Healthy with { FailsOnceIn = 20 },
    ];

    public static TheoryData<int> Numbers => [.. Enumerable.Range(0, Runs.Count)];

    [Theory]
    [MemberData(nameof(Numbers))]
    public void Explain_OtherNames_FindsTheSameCauses(int number)
    {
        var data = Runs[number].Data();

        var foreign = Advisor.Explain(ForeignSystem.FromRun(data));

        var known = Advisor.Explain(data).Findings.Select(finding => (finding.Cause, finding.Confidence));
        Assert.Equal(known, foreign.Findings.Select(finding => (finding.Cause, finding.Confidence)));
        Assert.DoesNotMatch(NamesOfThisSystem(), DiagnosisText.Plain(foreign));
    }

    [Fact]
    public void Explain_OtherProperties_NamesTheKeyOfTheQueryAndNoFlag()
    {
        var step = Advisor.Explain(ForeignSystem.FromRun(HandmadeRun.ParallelQuery.Data())).First!.NextSteps[0];

        Assert.Equal(
            ("Partition the container by shopper, and give the query its value.", null, true),
            (step.Text, step.Change, step.Prediction is not null));
    }

    [Fact]
    public void Explain_SystemWithItsOwnFlags_NamesThem()
    {
        var foreign = ForeignSystem.FromRun(HandmadeRun.SerialQuery.Data());
        var flags = new Dictionary<Setting, string> { [Setting.MaxConcurrency] = "--fan-out" };

        var diagnosis = Advisor.Explain(foreign with
        {
            Record = foreign.Record with { Manifest = foreign.Record.Manifest with { Flags = flags } },
        });

        Assert.Equal(new FlagChange("--fan-out", "-1"), diagnosis.First?.NextSteps[0].Change);
    }

    [Fact]
    public void Explain_ClientLibraryHasSpansAroundItsCalls_CountsTheCallsOnce()
    {
        var data = ForeignSystem.FromRun(HandmadeRun.SerialQuery.Data());

        // The library's span of the whole query, with the calls below it: it follows the same conventions.
        var spans = data.Samples.Spans.Select(span => span.Attributes.ContainsKey("db.system.name")
            ? span with { ParentSpanId = $"{span.TraceId}/query" }
            : span);
        var queries = data.Samples.Spans
            .Where(span => span.Attributes.ContainsKey("db.system.name"))
            .GroupBy(span => (span.TraceId, span.ParentSpanId))
            .Select(calls => calls.First() with
            {
                SpanId = $"{calls.Key.TraceId}/query",
                DurationNanoseconds = calls.Max(call => call.StartNanoseconds + call.DurationNanoseconds)
                    - calls.Min(call => call.StartNanoseconds),
            });

        var finding = Advisor.Explain(data with { Samples = data.Samples with { Spans = [.. spans, .. queries] } }).First;

        Assert.Equal(Cause.SerialFanOut, finding?.Cause);
        Assert.StartsWith("The 9 calls", finding!.Title);
    }

    [Fact]
    public void Source_OfTheAdvisor_HasNoNameOfThisSystem()
    {
        var insight = Path.Combine(Root(), "loadtests", "Insight");
        string[] files =
        [
            .. Directory.EnumerateFiles(Path.Combine(insight, "Advice"), "*.cs", SearchOption.AllDirectories),
            .. Directory.EnumerateFiles(Path.Combine(insight, "Traces"), "*.cs", SearchOption.AllDirectories),
        ];

        var named = files.SelectMany(file => File.ReadLines(file)
            .Where(line => !line.StartsWith("using ", StringComparison.Ordinal)
                && !line.StartsWith("namespace ", StringComparison.Ordinal)
                && NamesOfThisSystem().IsMatch(line))
            .Select(line => $"{Path.GetFileName(file)}: {line.Trim()}"));

        Assert.NotEmpty(files);
        Assert.Empty(named);
    }

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "DroneDelivery.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException("The tests do not run below the solution.");
    }

    [GeneratedRegex("gateway|deliver|drone|package|scheduler|invoice|owner|emulator|tuning", RegexOptions.IgnoreCase)]
    private static partial Regex NamesOfThisSystem();
}
