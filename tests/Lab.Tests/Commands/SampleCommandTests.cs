using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>The commands in the README and in <c>docs/</c> are command lines that the lab accepts.</summary>
public sealed partial class SampleCommandTests : IDisposable
{
    private const string Start = "./lab ";

    // Pages name these files without their folder.
    private static readonly Dictionary<string, string> Files = new()
    {
        ["owners.csv"] = "owner,user,kilograms,id\nowner-0001,ann,2,1\n",
        ["photo.jpg"] = "x",
        ["scenario.json"] = """
            {
              "base": "http://127.0.0.1:5000", "target": "/items", "load": { "users": 1, "for": "1s" },
              "variants": [{ "name": "old" }, { "name": "new", "headers": { "X-Tenant": "b" } }]
            }
            """,
        ["k6.json"] = "", ["results.json"] = "", ["results.jtl"] = "", ["requests.csv"] = "", ["dependencies.csv"] = "",
        ["otlp-traces.json"] = "", ["traces.json"] = "", ["metrics.json"] = "",
        ["shop.json"] = """{ "base": "http://127.0.0.1:5000", "journeys": [{ "steps": [{ "url": "/items" }] }] }""",
    };

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public SampleCommandTests()
    {
        foreach (var (name, content) in Files)
        {
            File.WriteAllText(Path.Combine(_folder, name), content);
        }
    }

    public static TheoryData<string> Commands() => [.. Pages().SelectMany(CommandsIn).Distinct()];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Commands))]
    public void Command_InThePages_IsAccepted(string command)
    {
        var commands = LabCommands.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);

        List<string> words = [.. Words(command)];
        var help = words.Remove("--help");
        var parsed = commands.Parse(words);

        Assert.Null(help ? null : CommandUsage.FindFault(parsed));
        Assert.True(words.Count == 0 || parsed.CommandResult.Command.Name != commands.Name, $"{words[0]} is no command");
    }

    [Fact]
    public void Commands_OfAllPages_AreFound() => Assert.InRange(Commands().Count, 150, 1000);

    /// <summary>Words as a shell gives them to a program; file names are those of the folder with the sample files.</summary>
    private IEnumerable<string> Words(string command)
    {
        var isProcess = false;
        var line = command.Replace("$ENDPOINT", "https://name.documents.azure.com:443/", StringComparison.Ordinal)
            .Replace("=...;AccountKey=...", "=https://a.example:443/;AccountKey=AAAA", StringComparison.Ordinal);
        foreach (Match match in WordPattern().Matches(line))
        {
            var word = match.Value.Replace("\"", "", StringComparison.Ordinal);
            word = match.Value.StartsWith('\'') ? match.Value.Trim('\'') : word;
            yield return isProcess ? RunningProcesses.All()[0].Name
                : Files.ContainsKey(word) ? Path.Combine(_folder, word)
                : word;
            isProcess = word == "--process";
        }
    }

    private static IEnumerable<string> Pages()
    {
        var root = Directory.GetParent(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(root!.FullName, "DroneDelivery.sln")))
        {
            root = root.Parent;
        }

        return Directory.EnumerateFiles(Path.Combine(root.FullName, "docs"), "*.md", SearchOption.AllDirectories)
            .Append(Path.Combine(root.FullName, "README.md"))
            .Append(Path.Combine(root.FullName, "loadtests", "Lab", "README.md"));
    }

    private static IEnumerable<string> CommandsIn(string page) => File.ReadLines(page).SelectMany(line =>
        line.StartsWith(Start, StringComparison.Ordinal) || line.StartsWith($"$ {Start}", StringComparison.Ordinal)
            ? [CommentPattern().Replace(line[(line.IndexOf(Start, StringComparison.Ordinal) + Start.Length)..], "").Trim()]
            : line.StartsWith('|') ? CellPattern().Matches(line).Select(cell => cell.Groups[1].Value)
            : []);

    // A part in double quotes may be anywhere in a word, one in single quotes is a whole word.
    [GeneratedRegex("""'[^']*'|(?:[^\s"']|"[^"]*")+""")]
    private static partial Regex WordPattern();

    [GeneratedRegex(@"\s#\s.*$")]
    private static partial Regex CommentPattern();

    /// <summary>A command in a table.</summary>
    [GeneratedRegex(@"`\./lab ([^`]*)`")]
    private static partial Regex CellPattern();
}
