using System.CommandLine;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>The help that lists all commands: one short line for each.</summary>
public sealed class CommandListTests
{
    private const int MaxSentenceLength = 110;

    [Theory]
    [InlineData]
    [InlineData("export")]
    public async Task Help_OfAList_SaysOnceWhatCommandsHaveInCommonAsync(params string[] words)
    {
        var help = await HelpAsync(words);

        Assert.Single(help, line => line.Contains("Exit codes:", StringComparison.Ordinal));
        Assert.Contains(help, line => line.StartsWith(
            "  Exit codes: 0 done, 1 it could not be done, 2 wrong command line, 130 Ctrl+C. ", StringComparison.Ordinal));
        Assert.Equal(words.Length == 0 ? 1 : 0, help.Count(line => line.Contains("clone of", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Help_OfAList_HasAShortSentenceForEachCommandAsync()
    {
        var lines = Commands(await HelpAsync());

        Assert.Equal(
            Root().Subcommands.Where(each => !each.Hidden).Select(each => each.Name), lines.Select(line => line.Split(' ')[0]));
        Assert.All(lines, line => Assert.Matches(@"^\S+( <[A-Z]+>)*  +[A-Z]\S* [^.]", line));
        Assert.All(
            lines.Select(line => line[line.IndexOf("  ", StringComparison.Ordinal)..].Trim().Split(". ")[0]),
            sentence => Assert.InRange(sentence.Length, 20, MaxSentenceLength));
    }

    [Theory]
    [InlineData("tuning", "(clone)")]
    [InlineData("capacity", "(clone for tests and package)")]
    [InlineData("compare", "(clone for tests)")]
    [InlineData("explain", "(clone for --prove)")]
    [InlineData("http", null)]
    [InlineData("report", null)]
    public async Task Help_OfAList_MarksCommandsThatNeedACloneAsync(string command, string? mark)
    {
        var line = Commands(await HelpAsync()).Single(each => each.StartsWith($"{command} ", StringComparison.Ordinal));

        Assert.Equal(mark is not null, line.Contains("(clone", StringComparison.Ordinal));
        Assert.Contains(mark ?? ".", line, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_OptionsWithoutAValue_NameNoneAsync()
    {
        var help = await HelpAsync();

        Assert.Single(help, line => line.StartsWith("  -?, -h, --help  ", StringComparison.Ordinal));
        Assert.Single(help, line => line.StartsWith("  --version  ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("tuning", "130 Ctrl+C. It needs a clone of the repository.")]
    [InlineData("explain", "4 with --prove: no flag to try, 130 Ctrl+C. It needs a clone of the repository for --prove.")]
    public async Task Help_OfOneCommand_HasAllOfItsDescriptionAsync(string command, string end) =>
        Assert.Contains(await HelpAsync(command), line => line.EndsWith(end, StringComparison.Ordinal));

    private static List<string> Commands(IEnumerable<string> help) =>
        [.. help.SkipWhile(line => line != "Commands:").Skip(1).Select(line => line.Trim()).Where(line => line.Length > 0)];

    private static RootCommand Root() => LabCommands.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);

    private static async Task<string[]> HelpAsync(params string[] words)
    {
        var run = await CommandRun.RunAsync(Root(), TestContext.Current.CancellationToken, [.. words, "--help"]);
        return run.Output.ReplaceLineEndings("\n").Split('\n');
    }
}
