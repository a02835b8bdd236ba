using System.Diagnostics;
using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>The script of <c>comment.yml</c>, with a fake of GitHub's command line first in the path.</summary>
public sealed class CommentTests : IDisposable
{
    private const string PullRequests =
        """[{"number":6,"head":{"sha":"0ld"}},{"number":7,"head":{"sha":"c0ffee"}}]""";

    // Answers as GitHub would; the text of the comparison is that of the test.
    private const string Gh =
        """
        #!/usr/bin/env bash
        printf '%s\n' "$*" >>"$CALLS"
        case $* in
          "api --method GET repos/drones/delivery/pulls -f state=open -f head=fork:branch --jq "*) jq -r "${!#}" <<<"$PULLS" ;;
          "run download 42 --name comparison --dir artifacts") mkdir artifacts; eval "$DOWNLOAD" ;;
          "pr comment"*) ;;
          *) exit 2 ;;
        esac
        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-comment-");

    private string CallsFile => Path.Combine(_folder.FullName, "calls");

    private IEnumerable<string> Comments =>
        File.ReadLines(CallsFile).Where(call => call.StartsWith("pr comment", StringComparison.Ordinal));

    [Fact]
    public async Task Comment_OfAComparison_IsWrittenIntoThePullRequestThatEndsWithItsCommit()
    {
        var result = await RunAsync("printf '# A\n@someone #1' >artifacts/comparison.md");

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(["pr comment 7 --edit-last --create-if-none --body-file comment.md"], Comments);
        Assert.EndsWith("\n\n# A\n@&#8203;someone #&#8203;1", await ReadCommentAsync());
    }

    [Theory]
    [InlineData('x')]
    [InlineData('@')]
    public async Task Comment_OfALongText_FitsIntoAComment(char each)
    {
        var result = await RunAsync($"head -c 100000 /dev/zero | tr '\\0' '{each}' >artifacts/comparison.md");

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.InRange((await ReadCommentAsync()).Length, 60_000, 65_536);
    }

    [Theory]
    [InlineData("touch artifacts/comparison.md", "[]", 0)]
    [InlineData("touch artifacts/comparison.md", """[{"number":7,"head":{"sha":"a later commit"}}]""", 0)]
    [InlineData("exit 1", PullRequests, 0)]
    [InlineData("ln -s /etc/hostname artifacts/comparison.md", PullRequests, 1)]
    [InlineData("touch artifacts/another.md", PullRequests, 1)]
    public async Task Comment_WithoutAPullRequestOrAComparison_IsNotWritten(string download, string pullRequests, int exitCode)
    {
        var result = await RunAsync(download, pullRequests);

        Assert.Equal((exitCode, ""), (result.ExitCode, result.Errors));
        Assert.Empty(Comments);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<ProgramResult> RunAsync(string download, string pullRequests = PullRequests)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The script is for bash.");
        Assert.SkipWhen(InstalledProgram.Find("jq") is null, "jq is not installed.");
        var gh = Path.Combine(_folder.FullName, "gh");
        await File.WriteAllTextAsync(gh, Gh, TestContext.Current.CancellationToken);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(gh, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        var workflow = Workflow.Parse(await File.ReadAllTextAsync(
            Path.Combine(Workflow.Folder, "comment.yml"), TestContext.Current.CancellationToken));
        var start = new ProcessStartInfo("bash", ["-e", "-c", Assert.Single(workflow.Scripts)])
        {
            WorkingDirectory = _folder.FullName,
        };
        start.Environment["PATH"] = $"{_folder.FullName}:{start.Environment["PATH"]}";
        (start.Environment["CALLS"], start.Environment["PULLS"]) = (CallsFile, pullRequests);
        start.Environment["DOWNLOAD"] = download;
        foreach (var name in Assert.Single(workflow.Steps).Env.Keys)
        {
            start.Environment[name] = name switch
            {
                "GH_REPO" => "drones/delivery",
                "BRANCH" => "fork:branch",
                "COMMIT" => "c0ffee",
                "RUN" => "42",
                _ => "",
            };
        }

        return await ProgramResult.RunAsync(start);
    }

    private Task<string> ReadCommentAsync() =>
        File.ReadAllTextAsync(Path.Combine(_folder.FullName, "comment.md"), TestContext.Current.CancellationToken);
}
