using System.CommandLine;
using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>The help of every command has one style.</summary>
public sealed partial class CommandHelpTests
{
    public static TheoryData<string> Lines { get; } = [.. LinesOf(Root(), "")];

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task Help_AnyCommand_WritesDefaultsAsSentencesAsync(string line)
    {
        var help = await HelpAsync(line);

        Assert.DoesNotMatch(@"\[default|[(;,] ?default", help);
        Assert.DoesNotMatch(@"Default: [^.]*$|Default: \.( |$)|Default: .*Default: ", help);
    }

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task Help_AnyCommand_NamesValuesInCapitalsOrAsAShortListAsync(string line)
    {
        var help = await HelpAsync(line);

        Assert.All(OptionValue().Matches(help), value => Assert.Matches(@"[A-Z]|\|", value.Groups[1].Value));
        Assert.All(help.Split('\n').Where(each => each.StartsWith("  -", StringComparison.Ordinal)), each =>
            Assert.InRange(each.LastIndexOf(">  ", StringComparison.Ordinal), -1, 70));
    }

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task Help_AnyCommand_ShowsNoKeyAsync(string line) =>
        Assert.DoesNotContain("AccountKey=", await HelpAsync(line), StringComparison.OrdinalIgnoreCase);

    [Theory]
    [InlineData("capacity", "--slo <SLO> +The objective: p99 stays below it, in ms. Default: 250.")]
    [InlineData("seed", "Default: the emulator on port 8081.")]
    [InlineData("run", "--fault <FAULT>  +What to break")]
    [InlineData("tuning", "--format <json|markdown|text>  +What is printed to standard output. Default: text.")]
    public async Task Help_Option_HasItsDefaultAndValueAsync(string line, string text) =>
        Assert.Matches(text.Replace("|", @"\|", StringComparison.Ordinal), await HelpAsync(line));

    private static RootCommand Root() => LabCommands.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);

    private static IEnumerable<string> LinesOf(Command command, string line) => command.Subcommands
        .SelectMany(each => LinesOf(each, $"{line} {each.Name}".Trim())).Prepend(line);

    private static async Task<string> HelpAsync(string line) =>
        (await CommandRun.RunAsync(
            Root(), TestContext.Current.CancellationToken, [.. line.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"])).Output;

    [GeneratedRegex(@"^  -.*?<([^>]+)>", RegexOptions.Multiline)]
    private static partial Regex OptionValue();
}
