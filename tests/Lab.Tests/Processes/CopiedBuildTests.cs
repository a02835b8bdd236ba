using System.Diagnostics;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.Lab.Tests.Processes;

/// <summary>A copy of the build outside of the repository, which is what an installed tool is.</summary>
public sealed class CopiedBuildTests(CopiedBuild build) : IClassFixture<CopiedBuild>
{
    [Fact]
    public async Task Lab_OutsideOfARepository_HasHelpWithItsNameAsync()
    {
        var (code, output, error) = await build.RunAsync("http", "--help");

        Assert.Equal(0, code);
        Assert.Contains("  lab http [<REQUEST>...] [options]", output);
        Assert.Empty(error);
    }

    [Theory]
    [InlineData("tuning")]
    [InlineData("capacity")]
    [InlineData("compare", "baseline", "more-ru")]
    [InlineData("explain", ".", "--prove")]
    public async Task Lab_OutsideOfARepository_RefusesWhatStartsServicesAsync(params string[] words)
    {
        var (code, output, error) = await build.RunAsync(words);

        Assert.Equal(1, code);
        Assert.Empty(output);
        Assert.Contains("is outside of a clone of the DroneDelivery repository", error);
        Assert.EndsWith($"Clone it, and run this there: ./lab {words[0]}", error.TrimEnd());
        Assert.Single(error.TrimEnd().Split('\n'));
        Assert.False(Directory.Exists(Path.Combine(build.Folder, "runs")));
    }

    [Theory]
    [InlineData("explain", "--last")]
    [InlineData("query", "--last", "by-status")]
    [InlineData("report", "--last")]
    public async Task Last_RunsOfTheCurrentFolder_IsTheLatestAsync(params string[] words)
    {
        using var runs = new StoredRuns();
        await runs.WriteAsync("runs/a/baseline");

        var (code, output, error) = await build.RunAsync(words, runs.Path);

        Assert.Equal((0, ""), (code, error));
        Assert.NotEmpty(output);
    }

    [Theory]
    [InlineData("compare", "--a", "nowhere", "--b", "nothing")]
    [InlineData("explain", "nowhere")]
    public async Task Lab_OutsideOfARepository_ReadsRunsAsync(params string[] words)
    {
        var (code, _, error) = await build.RunAsync(words);

        Assert.Equal(1, code);
        Assert.StartsWith("There is no folder ", error);
    }
}

/// <summary>The copy, made once.</summary>
public sealed class CopiedBuild : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("lab-copy-");

    public CopiedBuild()
    {
        var build = Path.GetDirectoryName(typeof(LabProgram).Assembly.Location)!;
        foreach (var file in Directory.EnumerateFiles(build, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(Folder, Path.GetRelativePath(build, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    public string Folder => _folder.FullName;

    public void Dispose() => _folder.Delete(recursive: true);

    public Task<(int Code, string Output, string Error)> RunAsync(params string[] words) => RunAsync(words, Folder);

    public async Task<(int Code, string Output, string Error)> RunAsync(string[] words, string workingFolder)
    {
        var start = new ProcessStartInfo("dotnet", [Path.Combine(Folder, "lab.dll"), .. words])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = workingFolder,
        };
        using var process = Process.Start(start)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await output, await error);
    }
}
