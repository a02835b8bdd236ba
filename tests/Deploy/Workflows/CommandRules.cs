using System.CommandLine;
using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Tuning;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>What must hold for the commands of a script. A rule returns a sentence for each place where it does not.</summary>
internal static partial class CommandRules
{
    // Variables of scripts that stand for a checkout, and for a number.
    private const string Checkout = "";
    private const string Number = "20";

    private static readonly RootCommand Lab = CreateLab();

    private static readonly Lazy<IReadOnlyList<string>> Namespaces = new(() =>
    [
        .. new[] { "src", "loadtests", "tests" }
            .SelectMany(folder => Directory.EnumerateFiles(Absolute(folder), "*.cs", SearchOption.AllDirectories))
            .SelectMany(File.ReadLines).Where(line => line.StartsWith("namespace ", StringComparison.Ordinal))
            .Select(line => line["namespace ".Length..].TrimEnd(';')).Distinct(),
    ]);

    public static IReadOnlyDictionary<string, Func<ShellCommand, DotnetHelp, IEnumerable<string>>> All { get; } =
        new Dictionary<string, Func<ShellCommand, DotnetHelp, IEnumerable<string>>>
        {
            [nameof(Paths)] = (command, _) => Paths(command),
            [nameof(Scripts)] = (command, _) => Scripts(command),
            [nameof(Projects)] = (command, _) => Projects(command),
            [nameof(Filters)] = (command, _) => Filters(command),
            [nameof(DotnetFlags)] = DotnetFlags,
            [nameof(LabFlags)] = (command, _) => LabFlags(command),
        };

    private static IEnumerable<string> Paths(ShellCommand command) =>
        command.Words.Where(word => ShellCommand.IsPath(word) && !Path.Exists(Absolute(word)));

    /// <summary>A script of the repository can run, and reads the flags that it gets.</summary>
    private static IEnumerable<string> Scripts(ShellCommand command)
    {
        var script = Absolute(command.Program);
        if (!ShellCommand.IsPath(command.Program) || !File.Exists(script))
        {
            return [];
        }

        var text = File.ReadAllText(script);
        return command.Words.Where(word => word.StartsWith('-') && !text.Contains($"== {word} ", StringComparison.Ordinal))
            .Concat(OperatingSystem.IsWindows() || File.GetUnixFileMode(script).HasFlag(UnixFileMode.UserExecute)
                ? []
                : [$"{command.Program} cannot run."]);
    }

    private static IEnumerable<string> Projects(ShellCommand command) =>
        ProjectsOf(command).Where(project => !IsProject(Absolute(LeadingVariable().Replace(project, Checkout))));

    private static IEnumerable<string> ProjectsOf(ShellCommand command) => command.DotnetArguments switch
    {
        ["run", .. var rest] => [rest.SkipWhile(word => word != "--project").ElementAtOrDefault(1) ?? "no project"],
        [_, var project, ..] => [project],
        _ => [],
    };

    private static bool IsProject(string path) => File.Exists(path)
        || (Directory.Exists(path) && Directory.GetFiles(path).Any(file => ProjectFile().IsMatch(file)));

    /// <summary>The namespaces in filters of tests.</summary>
    private static IEnumerable<string> Filters(ShellCommand command) => command.DotnetArguments
        .SelectMany(word => Namespace().Matches(word).Select(match => match.Value))
        .Where(name => !Namespaces.Value.Any(each => each == name || each.StartsWith($"{name}.", StringComparison.Ordinal)));

    private static IEnumerable<string> DotnetFlags(ShellCommand command, DotnetHelp help) => command.DotnetArguments switch
    {
        [var verb, .. var rest] => rest.Where(word => word.StartsWith('-') && !help.Knows(verb, word.Split(':', '=')[0])),
        _ => [],
    };

    private static IEnumerable<string> LabFlags(ShellCommand command)
    {
        if (command.ProgramArguments is not { Length: > 0 } arguments)
        {
            yield break;
        }

        var fault = ProjectsOf(command).All(project => project.EndsWith("loadtests/Lab", StringComparison.Ordinal))
            ? CommandUsage.FindFault(Lab.Parse([.. arguments.Select(word => Variable().Replace(word, Number))]))
            : "The arguments of this program are not checked.";
        if (fault is not null)
        {
            yield return fault;
        }
    }

    private static string Absolute(string path) => Path.Combine(Repository.Root, path);

    private static RootCommand CreateLab()
    {
        var engine = LoadEngine.BuiltIn(TimeProvider.System);
        return new RootCommand
        {
            RunCommand.Create(engine, TimeProvider.System),
            CompareCommand.Create(engine, TimeProvider.System),
        };
    }

    [GeneratedRegex(@"^\$\{?!?\w+\}?/")]
    private static partial Regex LeadingVariable();

    [GeneratedRegex(@"\$\{?!?\w+\}?")]
    private static partial Regex Variable();

    [GeneratedRegex(@"\.(sln|slnx|[a-z]*proj)$")]
    private static partial Regex ProjectFile();

    [GeneratedRegex(@"(?<=~)[\w.]+")]
    private static partial Regex Namespace();
}
