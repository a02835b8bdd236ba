using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>A program and its arguments in a shell script, without quotes. Variables are not replaced.</summary>
internal sealed partial record ShellCommand(IReadOnlyList<string> Words)
{
    public string Program => Words[0];

    /// <summary>The arguments of <c>dotnet</c> that come before <c>--</c>, with the command.</summary>
    public string[] DotnetArguments => Program == "dotnet" ? [.. Words.Skip(1).TakeWhile(word => word != "--")] : [];

    /// <summary>The arguments after <c>--</c>.</summary>
    public string[] ProgramArguments => [.. Words.SkipWhile(word => word != "--").Skip(1)];

    public static IReadOnlyList<ShellCommand> ParseAll(string script)
    {
        var lines = Continuation().Replace(script, " ").Split('\n').Where(line => !line.TrimStart().StartsWith('#'));
        return [.. lines.SelectMany(line => Separator().Split(line)).Select(Parse).Where(command => command.Words.Count > 0)];
    }

    /// <summary>
    /// Whether a word is a path in the repository. One that is made by the workflow is in <c>artifacts</c>, which Git ignores.
    /// </summary>
    public static bool IsPath(string word) => Path().IsMatch(word);

    // As root, with variables set, a command is the same.
    private static ShellCommand Parse(string line) => new([
        .. Word().Matches(AsRoot().Replace(line, "")).Select(word => word.Value.Replace("\"", "").Replace("'", "")),
    ]);

    [GeneratedRegex(@"^\s*sudo(?: --preserve-env)? env(?: ""?\w+=\S+)+ ")]
    private static partial Regex AsRoot();

    [GeneratedRegex(@"\\\n\s*")]
    private static partial Regex Continuation();

    // Not between quotes: an even number of them follows.
    [GeneratedRegex(@"(?:\|\||&&|[|;])(?=(?:[^""]*""[^""]*"")*[^""]*$)(?=(?:[^']*'[^']*')*[^']*$)")]
    private static partial Regex Separator();

    [GeneratedRegex(@"(?:""[^""]*""|'[^']*'|[^\s""'])+")]
    private static partial Regex Word();

    [GeneratedRegex(@"^(?!artifacts/|\.\./)(?:\.?[\w-]+(?:\.[\w-]+)*/[\w./-]+|[\w.-]+\.(?:sln|slnx|props|json|csproj|proj))$")]
    private static partial Regex Path();
}
