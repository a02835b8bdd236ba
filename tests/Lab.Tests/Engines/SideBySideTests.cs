using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using Spectre.Console;

namespace DroneDelivery.Lab.Tests.Engines;

public sealed class SideBySideTests : IDisposable
{
    private static readonly LoadEngine BuiltIn = LoadEngine.BuiltIn(TimeProvider.System);
    private static readonly LoadEngine Other = BuiltIn with { Name = "NBomber 4.1.2" };

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-engines-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void TurnsOf_OneLoadAfterAnother_LetsEachEngineBeginInTurn()
    {
        var engines = new SideBySide(Other, BuiltIn);

        Assert.Equal([BuiltIn, Other, Other, BuiltIn], engines.TurnsOf(0).Concat(engines.TurnsOf(1)));
        Assert.Equal([Other], new SideBySide(Other, ComparedWith: null).TurnsOf(0));
    }

    [Fact]
    public void FolderOf_TwoEngines_KeepsTheirRunsApart()
    {
        Assert.Equal(Path.Combine("nbomber-4.1.2", "baseline"), new SideBySide(Other, BuiltIn).FolderOf(Other, "baseline"));
        Assert.Equal("baseline", new SideBySide(Other, ComparedWith: null).FolderOf(Other, "baseline"));
    }

    [Fact]
    public async Task ShowAsync_RunsOfBoth_SaysDifferencesAndWritesThePage()
    {
        var said = new List<string>();

        await new SideBySide(Other, BuiltIn).ShowAsync(
            [SampleRecords.OtherEngine, SampleRecords.Run], _folder.FullName, said.Add);

        Assert.Contains(
            said, text => text.Contains("built-in counts a latency from the moment a request was due", StringComparison.Ordinal));
        Assert.True(File.Exists(Path.Combine(_folder.FullName, SideBySide.Page)));
    }

    [Fact]
    public async Task ShowAsync_RunsOfOneEngineOnly_SaysNothing()
    {
        var said = new List<string>();

        await new SideBySide(Other, BuiltIn).ShowAsync([SampleRecords.Run], _folder.FullName, said.Add);

        Assert.Empty(said);
    }

    [Fact]
    public async Task StudyAsync_InterruptedBeforeARunOfTheFirstEngine_PrintsWhereTheOtherRunIs()
    {
        using var runs = new StoredRuns();
        var folder = new RunFolder(await runs.WriteAsync("nbomber-4.1.2/baseline", SampleRecords.OtherEngine));
        await using var output = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No, Interactive = InteractionSupport.No, Out = new AnsiConsoleOutput(output),
        });
        var session = new LabSession(runs.Path, new LabProgress(console, TimeProvider.System));

        var study = await session.StudyAsync(
            new SideBySide(BuiltIn, Other), new SuiteOutcome([folder], null), (_, _) => throw new InvalidOperationException(),
            new CancellationToken(canceled: true));

        Assert.Null(study);
        Assert.Equal($"Runs:   {runs.Path}", output.ToString().ReplaceLineEndings("").Trim());
    }
}
