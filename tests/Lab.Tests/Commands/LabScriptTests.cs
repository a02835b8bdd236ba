using System.Diagnostics;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>The script <c>lab</c> in the root of a clone, with a stand-in for <c>dotnet</c>.</summary>
public sealed class LabScriptTests : IDisposable
{
    private const string Stub = """
        #!/usr/bin/env bash
        if [[ $1 == build ]]; then
          echo "$2 $3 $4" >>"$BUILDS"
          mkdir -p "$2/bin/Release/net10.0" "$2/obj"
          touch "$2/bin/Release/net10.0/lab.dll"
          exit "${BUILD_EXIT:-0}"
        fi
        echo "$PWD|$*"
        exit 7
        """;

    private static readonly bool IsBash = !OperatingSystem.IsWindows();

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("lab-script-");

    public LabScriptTests()
    {
        var root = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(root.FullName, "lab.ps1")))
        {
            root = root.Parent!;
        }

        foreach (var file in (string[])["clone/src/a.cs", "clone/src/b.cs", "clone/loadtests/c.cs", "clone/benchmarks/d.cs",
            "clone/eng/e.props", "clone/Directory.Build.props", "clone/global.json", "caller/here", "bin/here"])
        {
            Write(file, "");
        }

        File.Copy(Path.Combine(root.FullName, "lab"), In("clone/lab"));
        Write("bin/dotnet", Stub);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(In("bin/dotnet"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Lab_AnyCommand_KeepsArgumentsFolderAndExitCodeAsync()
    {
        Assert.SkipUnless(IsBash, "needs bash");

        var (code, output) = await LabAsync("query", "runs/x", "a  'b'", "");

        Assert.Equal(7, code);
        Assert.EndsWith($"/caller|{In("clone")}/loadtests/Lab/bin/Release/net10.0/lab.dll query runs/x a  'b' ", output);
        Assert.Equal($"{In("clone")}/loadtests/Lab -c Release\n", await BuildsAsync());
    }

    [Theory]
    [InlineData("change")]
    [InlineData("delete")]
    [InlineData("clean")]
    public async Task Lab_SourcesOrBuildChanged_BuildsOnceMoreAsync(string what)
    {
        Assert.SkipUnless(IsBash, "needs bash");
        await LabAsync("--help");
        await LabAsync("--help");
        var before = await BuildsAsync();
        switch (what)
        {
            case "change": Write("clone/src/a.cs", "other"); break;
            case "delete": File.Delete(In("clone/src/a.cs")); break;
            default: File.Delete(In("clone/loadtests/Lab/bin/Release/net10.0/lab.dll")); break;
        }

        await LabAsync("--help");
        await LabAsync("--help");

        Assert.Single(before.TrimEnd().Split('\n'));
        Assert.Equal(2, (await BuildsAsync()).TrimEnd().Split('\n').Length);
    }

    [Fact]
    public async Task Lab_BuildFails_RunsNothingAndBuildsAgainAsync()
    {
        Assert.SkipUnless(IsBash, "needs bash");

        var failed = await LabAsync(("BUILD_EXIT", "5"), "--help");
        var (code, _) = await LabAsync("--help");

        Assert.Equal((5, ""), failed);
        Assert.Equal(7, code);
    }

    private string In(string path) => Path.Combine(_folder.FullName, path);

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(In(path))!);
        File.WriteAllText(In(path), text.ReplaceLineEndings("\n"));
    }

    private Task<string> BuildsAsync() => File.ReadAllTextAsync(In("builds"), TestContext.Current.CancellationToken);

    private Task<(int Code, string Output)> LabAsync(params string[] words) => LabAsync(("LANG", "C"), words);

    private async Task<(int Code, string Output)> LabAsync((string Name, string Value) variable, params string[] words)
    {
        var start = new ProcessStartInfo("bash", [In("clone/lab"), .. words])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = In("caller"),
            Environment =
            {
                ["PATH"] = $"{In("bin")}:{Environment.GetEnvironmentVariable("PATH")}", ["BUILDS"] = In("builds"),
                [variable.Name] = variable.Value,
            },
        };
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, output.TrimEnd('\n'));
    }
}
