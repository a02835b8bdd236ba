using System.Text.Json;
using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Comparisons;

/// <summary>The comparison of runs that were made; what needs a running system is not here.</summary>
public sealed class CompareCommandTests : IDisposable
{
    private static readonly double[] Noise = [0.99, 1.01, 1, 0.98, 1.02];

    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task Compare_RepeatsAlike_SeesNoDifferenceAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1, Noise.Reverse());

        var run = await CompareAsync("--a", _runs.In("a"), "--b", _runs.In("b"), "--fail-if", "p99 > 5 %");

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("5 runs of A, 5 of B", run.Output);
        Assert.Matches(@"p99 at most 5 % worse +p99 latency, ms: no difference seen.* yes +5 runs", run.Output);
        Assert.DoesNotMatch("(?m)worse$", run.Output);
    }

    [Fact]
    public async Task Compare_RepeatsSlowerThanAllowed_ExitsWithThreeAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1.2, Noise);

        var run = await CompareAsync(
            "--a", _runs.In("a"), "--b", _runs.In("b"), "--fail-if", "ru > 5 %", "--fail-if", "p99 > 5 %");

        Assert.Equal(3, run.ExitCode);
        Assert.Matches("ru at most 5 % worse .* yes ", run.Output);
        Assert.Matches("p99 at most 5 % worse .* no ", run.Output);
    }

    [Fact]
    public async Task Compare_RepeatsSlowerWithinWhatIsAllowed_PassesAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1.2, Noise);

        var run = await CompareAsync("--a", _runs.In("a"), "--b", _runs.In("b"), "--fail-if", "p99 > 30 %");

        Assert.Equal(0, run.ExitCode);
        Assert.Matches("p99 latency, ms .* worse", run.Output);
    }

    [Fact]
    public async Task Compare_FoldersOneByOne_AreTheSameAsTheirFolderAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1.2, Noise);
        string[] each = ["--a", .. Directory.GetDirectories(_runs.In("a")), "--b", .. Directory.GetDirectories(_runs.In("b"))];

        var run = await CompareAsync(each);

        Assert.StartsWith("5 runs of A, 5 of B", run.Output);
    }

    [Fact]
    public async Task Compare_OneRunOfEach_SaysWhatItAllowsForAsync()
    {
        await _runs.WriteAsync("a");
        await _runs.WriteAsync("b", Run(3, 2));

        var run = await CompareAsync("--a", _runs.In("a"), "--b", _runs.In("b"));

        Assert.StartsWith("One run of A, one of B (one run, no interval of how runs differ by chance): 2", run.Output);
        Assert.Matches("Mean latency, ms .* worse", run.Output);
    }

    [Fact]
    public async Task Compare_FilesAskedFor_AreWrittenAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1.2, Noise);
        var (json, markdown, junit) = (_runs.In("out/comparison.json"), _runs.In("out/comparison.md"), _runs.In("out/junit.xml"));

        await CompareAsync(
            "--a", _runs.In("a"), "--b", _runs.In("b"), "--fail-if", "p99 > 5 %", "--json", json, "--markdown", markdown,
            "--junit", junit);

        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(json, TestContext.Current.CancellationToken));
        Assert.False(document.RootElement.GetProperty("verdicts")[0].GetProperty("met").GetBoolean());
        Assert.Contains("## Limiting causes", await File.ReadAllTextAsync(markdown, TestContext.Current.CancellationToken));
        Assert.Empty(Directory.GetFiles(_runs.In("a")));
        Assert.Equal("1", XDocument.Load(junit).Root!.Element("testsuite")!.Attribute("failures")!.Value);
    }

    [Fact]
    public async Task Compare_AA_PrintsHowOftenChanceIsTakenForADifferenceAsync()
    {
        await WriteAsync("a", 1, [.. Noise, .. Noise]);

        var run = await CompareAsync("--aa", "--a", _runs.In("a"));

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("200 comparisons, each of 5 consecutive pairs of neighbouring runs among 10 runs.", run.Output);
        Assert.Matches(@"any of these +– +\d+\.\d %", run.Output);
    }

    [Fact]
    public async Task Compare_AAOfTooFewRuns_SaysHowManyAreNeededAsync()
    {
        await WriteAsync("a", 1, Noise[..3]);

        Assert.Equal(
            "A false-alarm rate needs at least 4 runs; there are 3.",
            (await Assert.ThrowsAsync<LabException>(() => CompareAsync("--aa", "--a", _runs.In("a")))).Message);
    }

    [Fact]
    public async Task Compare_OneRunAgainstSeveral_IsRefusedAsync()
    {
        await WriteAsync("a", 1, Noise);
        await _runs.WriteAsync("b", Run(1, 1));

        Assert.Contains(
            "A has 5 runs, B 1 run",
            (await Assert.ThrowsAsync<LabException>(() => CompareAsync("--a", _runs.In("a"), "--b", _runs.In("b")))).Message);
    }

    [Theory]
    [InlineData("--a a/01 a/01 --b b")]
    [InlineData("--a a a/02 --b b")]
    [InlineData("--a a/01 a/../a/01/ --b b")]
    [InlineData("--a a/01 --b a/01/run.json")]
    [InlineData("--a a/01 --b link/01")]
    [InlineData("--a a --b b copy")]
    [InlineData("--aa --a a b a/03")]
    public async Task Compare_SameRunTwice_NamesBothFoldersAsync(string arguments)
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1, Noise);
        await WriteAsync("copy", 1, Noise[..1]);
        Directory.CreateSymbolicLink(_runs.In("link"), _runs.In("a"));

        var error = await Assert.ThrowsAsync<LabException>(() => CompareAsync(WithFolders(arguments)));

        Assert.Matches(@"^\S+0\d/? and \S+0\d/? are the same run\. Name each run once, and for B other runs than for A\.$", error.Message);
    }

    [Theory]
    [InlineData("--a suite --b b", "A")]
    [InlineData("--a b --b suite", "B")]
    [InlineData("--aa --a suite", "A")]
    public async Task Compare_TestsOfASuiteAsOneSide_SaysWhatDiffersAndWhatToDoAsync(string arguments, string side)
    {
        await WriteAsync("b", 1, Noise);
        foreach (var (index, test) in new[] { "baseline", "more-ru", "parallel-query", "owner-key" }.Index())
        {
            var run = Run(1, 20 + index);
            await _runs.WriteAsync($"suite/{test}", run with { Manifest = run.Manifest with { Scenario = test, Title = test } });
        }

        var error = await Assert.ThrowsAsync<LabException>(() => CompareAsync(WithFolders(arguments)));

        Assert.StartsWith($"The runs of {side} are not repeats: ", error.Message);
        Assert.Matches(@"suite\S(\S+) has tuning \1 \(\1\); \S+suite\S(\S+) has tuning \2 \(\2\)\.", error.Message);
        Assert.EndsWith("name only such runs with --a or --b.", error.Message);
    }

    [Fact]
    public async Task Compare_RunWithAnotherFlagInOneSide_NamesTheFlagAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1, Noise);
        var changed = Run(1, 20);
        await _runs.WriteAsync("a/06", changed with
        {
            Manifest = changed.Manifest with { Configuration = new Dictionary<string, string> { ["--throughput"] = "1200" } },
        });

        var error = await Assert.ThrowsAsync<LabException>(() => CompareAsync(WithFolders("--a a --b b")));

        Assert.Contains("06 has --throughput 1200.", error.Message);
    }

    /// <summary>Repeats are compared by their records; the findings of the last run of each side need its samples.</summary>
    [Fact]
    public async Task Compare_SamplesOfTheLastRepeatCannotBeRead_NamesTheirFileAsync()
    {
        await WriteAsync("a", 1, Noise);
        await WriteAsync("b", 1, Noise);
        var file = _runs.In("b/05/run.sqlite");
        await File.WriteAllTextAsync(file, "", TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<LabException>(() => CompareAsync(WithFolders("--a a --b b")));

        Assert.StartsWith($"The run could not be read: {file} is not the data of a run", error.Message);
    }

    [Fact]
    public async Task Compare_NoSuchFolder_SaysSoAsync() =>
        Assert.Contains(
            "There is no folder",
            (await Assert.ThrowsAsync<LabException>(() => CompareAsync("--a", _runs.In("x"), "--b", _runs.In("y")))).Message);

    [Theory]
    [InlineData("", "needs two variants")]
    [InlineData("baseline", "needs B too")]
    [InlineData("baseline more-ru --aa", "takes one variant")]
    [InlineData("baseline more-ru --a x --b y", "not both")]
    [InlineData("--a x", "both sides")]
    [InlineData("--aa --a x --b y", "takes --a and no --b")]
    [InlineData("baseline --aa --junit x.xml", "rates only")]
    [InlineData("baseline --aa --repeats 1", "--aa needs --repeats 2 or more")]
    [InlineData("--a x --b y --full", "--full goes with variants that compare runs.")]
    [InlineData("baseline color=red", "is no flag with a value")]
    [InlineData("baseline more-ru --fail-if p98>5%", "There is no figure 'p98'")]
    [InlineData("baseline more-ru --repeats 0", "--repeats must be a number")]
    public async Task Compare_NoComparison_SaysWhatIsMissingAsync(string arguments, string message)
    {
        var run = await CompareAsync(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
    }

    private static Task<CommandRun> CompareAsync(params string[] arguments) => CommandRun.RunAsync(
        CompareCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System), arguments);

    private string[] WithFolders(string arguments) =>
        [.. arguments.Split(' ').Select(word => word.StartsWith('-') ? word : _runs.In(word))];

    private static RunRecord Run(double slower, int minute) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { StartedAt = SampleRecords.Run.Manifest.StartedAt.AddMinutes(minute) },
        Load = SampleRecords.Run.Load with
        {
            Latency = SampleRecords.Latency(700 * slower),
            Seconds = [.. SampleRecords.Run.Load.Seconds.Select(second => second with { MeanMs = 700 * slower })],
        },
    };

    private async Task WriteAsync(string name, double slower, IEnumerable<double> noise)
    {
        foreach (var (index, factor) in noise.Index())
        {
            var minute = (2 * index) + (name == "b" ? 1 : 0);
            await _runs.WriteAsync(Path.Combine(name, $"{index + 1:00}"), Run(slower * factor, minute));
        }
    }
}
