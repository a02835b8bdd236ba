using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>Rules for the workflows of GitHub Actions, and mistakes that they find.</summary>
public sealed partial class WorkflowTests(DotnetHelp help) : IClassFixture<DotnetHelp>
{
    private const string Grammar = "Grammar";
    private const string CompareScript = ".ci/compare";

    private static readonly (string Name, string Rule, string File, string Text, string Replacement)[] Mistakes =
    [
        ("a key that does not exist", Grammar, "comment.yml", "timeout-minutes", "timeout-minute"),
        ("a trigger that does not exist", Grammar, "compare.yml", "pull_request:", "pull_requests:"),
        ("a job that another needs and that does not exist", Grammar, "build.yml", "  labs:", "  labs:\n    needs: [test]"),
        ("a job that another uses without needs", Grammar, "build.yml",
            "  labs:", "  labs:\n    if: ${{ needs.tests.result == 'success' }}"),
        ("a function that does not exist", Grammar, "build.yml", "!cancelled()", "!canceled()"),
        ("a variable of the matrix that does not exist", Grammar, "build.yml",
            "tests-${{ matrix.os }}", "tests-${{ matrix.system }}"),
        ("the default rights", "MinimalRights", "build.yml", "permissions:\n  contents: read\n", ""),
        ("a right to write", "MinimalRights", "compare.yml", "contents: read", "contents: write"),
        ("a right of a job", "MinimalRights", "build.yml", "  labs:", "  labs:\n    permissions:\n      packages: write"),
        ("the code where comments can be written", "MinimalRights", "comment.yml", "actions: read", "contents: read"),
        ("a further right where comments can be written", "MinimalRights", "comment.yml",
            "  actions: read\n", "  actions: read\n  id-token: write\n"),
        ("a right of a job where comments can be written", "MinimalRights", "comment.yml",
            "  comment:\n", "  comment:\n    permissions:\n      packages: write\n"),
        ("code of a fork with rights", "NoForeignCodeWithRights", "comment.yml",
            "    steps:", "    steps:\n      - uses: actions/checkout@v5"),
        ("rights for code of a fork", "NoForeignCodeWithRights", "compare.yml",
            "on:\n  pull_request:", "on:\n  pull_request_target:"),
        ("the name of a branch in a script", "NoExpressionsInScripts", "build.yml",
            "dotnet msbuild deploy/images", "echo ${{ github.ref }}"),
        ("a secret", "NoSecrets", "comment.yml", "${{ github.token }}", "${{ secrets.TOKEN }}"),
        ("an action that changes", "PinnedActions", "compare.yml", "actions/checkout@v5", "actions/checkout@main"),
        ("no time limit", "TimeLimits", "comment.yml", "    timeout-minutes: 5\n", ""),
        ("a file that does not exist", "Files", "compare.yml", "Directory.Packages.props", "Directory.Package.props"),
        ("a workflow that does not exist", "OtherWorkflows", "comment.yml", "[Compare]", "[Comparison]"),
        ("a folder that does not exist", "Paths", "build.yml", "--prefix tests/Deploy", "--prefix tests/Deployment"),
        ("a script that does not exist", "Paths", "compare.yml", "run: .ci/compare", "run: .ci/comparison"),
        ("a script that cannot run", "Scripts", "build.yml", "eng/check-words --self-test", "eng/BannedApis.props"),
        ("a flag that a script does not have", "Scripts", "build.yml", "--self-test", "--selftest"),
        ("a solution that does not exist", "Projects", "build.yml", "restore DroneDelivery.sln", "restore DroneDelivery"),
        ("a folder that is no project", "Projects", "build.yml", "dotnet test loadtests", "dotnet test tests"),
        ("a folder that is no project, as root", "Projects", "build.yml", "dotnet test tests/Containers", "dotnet test tests"),
        ("a flag that dotnet does not have, as root", "DotnetFlags", "build.yml",
            "--logger \"console;verbosity", "--loggers \"console;verbosity"),
        ("a filter that leaves nothing out", "Filters", "build.yml", "LoadTests.Tests\"", "Loadtests.Tests\""),
        ("a flag that dotnet does not have", "DotnetFlags", "build.yml", "--no-restore", "--norestore"),
        ("a flag of another command of dotnet", "DotnetFlags", "build.yml",
            "restore DroneDelivery.sln", "restore DroneDelivery.sln --filter"),
        ("a project that is not in a checkout", "Projects", CompareScript, "$side/loadtests/Lab", "$side/loadtests/Labs"),
        ("a flag that the lab does not have", "LabFlags", CompareScript, "--markdown", "--md"),
        ("a test that the lab does not have", "LabFlags", CompareScript, "run parallel-query", "run parallel"),
        ("a figure that the lab does not have", "LabFlags", CompareScript, "ru > 1 %", "units > 1 %"),
    ];

    public static TheoryData<string> Files => [.. Workflow.Files];

    public static TheoryData<string> Names => [.. Mistakes.Select(each => each.Name)];

    [Fact]
    public void Workflows_OfTheProject_AreTheseThree() =>
        Assert.Equal(["build.yml", "comment.yml", "compare.yml"], Workflow.Files.Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Files))]
    public async Task Workflow_OfEachFile_IsValid(string file) => Assert.Empty(await WorkflowLint.RunAsync(Read(file)));

    [Theory]
    [MemberData(nameof(Files))]
    [InlineData(CompareScript)]
    public void Workflow_OfEachFile_NamesOnlyWhatExistsAndIsSafe(string file) => Assert.Empty(FindFaults(file, Read(file)));

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Rules_WithAPlantedMistake_FindIt(string mistake)
    {
        var (_, rule, file, text, replacement) = Mistakes.Single(each => each.Name == mistake);
        var original = Read(file);
        var changed = original.Replace(text, replacement, StringComparison.Ordinal);
        Assert.NotEqual(original, changed);

        if (rule == Grammar)
        {
            Assert.NotEmpty(await WorkflowLint.RunAsync(changed));
        }
        else
        {
            Assert.Contains(rule, FindFaults(file, changed).Select(fault => fault.Rule));
        }
    }

    [Fact]
    public void Rules_AsAWhole_HaveAMistakeForEach() => Assert.Equal(
        WorkflowRules.All.Keys.Concat(CommandRules.All.Keys).Append(Grammar).Order(StringComparer.Ordinal),
        Mistakes.Select(each => each.Rule).Distinct().Order(StringComparer.Ordinal));

    // Of the runs of a group at most one waits, and a further one ends it.
    [Fact]
    public void Build_OfEachPush_IsInAGroupOfItsOwn() => Assert.Contains(
        "group: build-${{ github.event_name == 'pull_request' && github.ref || github.run_id }}",
        Read("build.yml"),
        StringComparison.Ordinal);

    [Fact]
    public void Packages_ThatAWorkflowInstalls_AreAmongThoseOfTheBuild()
    {
        var installed = Package().Match(Read("build.yml")).Groups["name"].Captures.Select(package => package.Value).ToArray();
        var build = Read(".ci/run");

        Assert.True(installed.Length >= 3, string.Join(' ', installed));
        Assert.All(installed, package => Assert.Contains($"packages+=({package})", build, StringComparison.Ordinal));
        Assert.All(
            PackageFolder().Matches(Read("build.yml")).Select(folder => folder.Groups["folder"].Value),
            folder => Assert.Contains(folder, build, StringComparison.Ordinal));
    }

    private static string Read(string file) =>
        File.ReadAllText(Path.Combine(IsWorkflow(file) ? Workflow.Folder : Repository.Root, file));

    private static bool IsWorkflow(string file) => file.EndsWith(".yml", StringComparison.Ordinal);

    private IEnumerable<(string Rule, string Fault)> FindFaults(string file, string text)
    {
        var workflow = IsWorkflow(file) ? Workflow.Parse(text) : null;
        var commands = (workflow?.Scripts ?? [text]).SelectMany(ShellCommand.ParseAll).ToArray();
        Assert.NotEmpty(commands);

        var ofWorkflow = WorkflowRules.All.Where(_ => workflow is not null)
            .SelectMany(rule => rule.Value(workflow!).Select(fault => (rule.Key, fault)));
        var ofCommands = CommandRules.All
            .SelectMany(rule => commands.SelectMany(command => rule.Value(command, help)).Select(fault => (rule.Key, fault)));
        return ofWorkflow.Concat(ofCommands);
    }

    [GeneratedRegex("apt-get install -y --no-install-recommends(?: (?<name>[a-z-]+))+")]
    private static partial Regex Package();

    [GeneratedRegex("--prefix (?<folder>[a-zA-Z/]+)")]
    private static partial Regex PackageFolder();
}
