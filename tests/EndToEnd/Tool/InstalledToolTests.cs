using System.Diagnostics;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.OwnService.Benchmarks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.EndToEnd.Tool;

/// <summary>The package of the lab as a .NET tool, installed from a folder and used in an empty one.</summary>
public sealed class InstalledToolTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("lab-tool-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Tool_InstalledFromItsPackage_MeasuresExplainsAndRefusesAsync()
    {
        var build = new DirectoryInfo(Path.GetDirectoryName(typeof(LabProgram).Assembly.Location)!);
        var root = SampleSystem.RepositoryFolder();
        await RunAsync(
            "dotnet", "pack", Path.Combine(root, "loadtests/Lab"), "--no-build", "-c", build.Parent!.Name, "-o", In("packages"));
        await RunAsync("dotnet", "tool", "install", "DroneDelivery.Lab", "--tool-path", In("tool"), "--source", In("packages"));
        await using var server = LoopbackServer.CreateBuilder(0).Build();
        server.Run(context => context.Response.WriteAsync("hello"));
        await server.StartAsync(TestContext.Current.CancellationToken);
        var address = Assert.Single(server.Urls);

        var help = await LabAsync("--help");
        var sent = await LabAsync("http", address, "--users", "1", "--for", "2s", "--warm-up", "0", "--hdr", "a.hdr");
        var merged = await LabAsync("merge", "a.hdr");
        await LabAsync("export", "k6", address);
        var soaked = await LabAsync("soak", address, "--rate", "20", "--minutes", "0.1");
        var soak = Assert.Single(Directory.GetDirectories(In("work/runs"), "*-soak"));
        var reported = await LabAsync("report", soak);
        var refused = await Assert.ThrowsAnyAsync<Exception>(() => LabAsync("tuning"));

        Assert.Contains("  lab [command] [options]", help);
        Assert.Contains("latency", sent);
        Assert.Contains("latency", merged);
        Assert.True(File.Exists(In("work/load.js")));
        Assert.EndsWith(reported, soaked);
        Assert.Contains("outside of a clone of the DroneDelivery repository", refused.Message);
    }

    private string In(string path) => Path.Combine(_folder.FullName, path);

    private Task<string> LabAsync(params string[] words) => RunAsync(In("tool/lab"), words);

    /// <returns>What the program printed.</returns>
    private async Task<string> RunAsync(string program, params string[] words)
    {
        var start = new ProcessStartInfo(program, words)
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
            WorkingDirectory = Directory.CreateDirectory(In("work")).FullName,
        };
        using var process = Process.Start(start)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return process.ExitCode == 0
            ? await output
            : throw new InvalidOperationException($"{program} {string.Join(" ", words)}: {await output} {await error}");
    }
}
