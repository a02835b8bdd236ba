using System.Diagnostics;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.OwnService.Benchmarks;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.EndToEnd.OwnService;

/// <summary>A service that is not of this repository: a short part of <c>benchmarks/OwnService</c>, and docs/own-service.md.</summary>
public sealed class OwnServiceTests : IDisposable
{
    private const string Start = "./lab ";

    private static readonly string Lab = Path.ChangeExtension(
        typeof(LabProgram).Assembly.Location, OperatingSystem.IsWindows() ? ".exe" : null);

    private static readonly SampleSystem Orders = SampleSystem.All.Single(system => system.Name == "dotnet");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("own-service-");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Explain_CallForEachItem_IsCertainAsync()
    {
        var lab = new LabProcess(Lab, _folder.FullName, TimeSpan.FromSeconds(4));

        var run = await FaultRun.MeasureAsync(Orders, "n-plus-one", lab, Cancellation);

        var expected = ExpectedCause.Find(Orders.Name, "n-plus-one");
        Assert.Contains(run.Explanation.Findings, finding => finding.IsCertain && expected.IsMetBy(finding));
    }

    [Fact]
    public async Task Commands_OfThePage_WorkInThatOrderAsync()
    {
        await using var dashboard = await OtlpReceiver.StartAsync(seed: 1, TimeProvider.System, Cancellation);
        var port = FreePorts.Find(1)[0];
        await using var system = await Orders.StartAsync(SampleSystem.NoFault, new Uri($"http://127.0.0.1:{port}"));
        var commands = Page().Where(line => line.StartsWith(Start, StringComparison.Ordinal)).ToList();

        foreach (var command in commands)
        {
            var words = Words(command, system.Front, port, dashboard.Endpoint);
            var (code, said) = await RunAsync(words);
            // Another program may disturb the machine, which doctor reports with 1. A search for a limit takes minutes: it is ended.
            Assert.True(code == 0 || (words[0], code) is ("doctor", 1) or ("capacity", 130), $"{command}: {code} {said}");
        }

        Assert.InRange(commands.Count, 5, 10);
        Assert.Equal(2, Runs().Count(run => run.EndsWith("-http", StringComparison.Ordinal)));
        Assert.True(File.Exists(Path.Combine(_folder.FullName, "comparison.md")));
        Assert.InRange(dashboard.Spans.Counts.SpansReceived, 1, int.MaxValue);
    }

    /// <summary>The command with this system in place of the reader's, and for a shorter time.</summary>
    private List<string> Words(string command, ServerProcess front, int port, Uri dashboard)
    {
        List<string> words =
        [
            .. command[Start.Length..].Split(' ').Select(word => word switch
            {
                "runs/RUN-BEFORE" => Runs()[0],
                "runs/RUN-AFTER" => Runs()[1],
                "--process" => "--pid",
                "orders" => $"{front.ProcessId}",
                "30s" => "2s",
                "http://127.0.0.1:4319" => dashboard.AbsoluteUri,
                _ => word.Replace("http://127.0.0.1:5000", front.Address.GetLeftPart(UriPartial.Authority), StringComparison.Ordinal),
            }),
        ];
        if (words.IndexOf("--otlp") is >= 0 and var at)
        {
            words.Insert(at + 1, $"{port}");
        }

        return words;
    }

    private List<string> Runs() => [.. Directory.GetDirectories(Path.Combine(_folder.FullName, "runs")).Order(StringComparer.Ordinal)];

    private async Task<(int Code, string Said)> RunAsync(IReadOnlyList<string> words)
    {
        using var lab = Process.Start(new ProcessStartInfo(Lab, words)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = _folder.FullName,
        })!;
        var error = lab.StandardError.ReadToEndAsync(Cancellation);
        if (words[0] == "capacity")
        {
            await ReadUntilSecondWarmUpAsync(lab.StandardOutput);
            // SIGINT, as of Ctrl+C, is ignored by what a background job of a shell starts.
            Process.Start("kill", ["-TERM", $"{lab.Id}"]).Dispose();
        }

        var output = lab.StandardOutput.ReadToEndAsync(Cancellation);
        await lab.WaitForExitAsync(Cancellation);
        return (lab.ExitCode, $"{await output} {await error}");
    }

    /// <summary>By then the command sends load. Before its first wait it would end at once, without its own exit code.</summary>
    private static async Task ReadUntilSecondWarmUpAsync(StreamReader output)
    {
        for (var warmUps = 0; warmUps < 2 && await output.ReadLineAsync(Cancellation) is { } line;)
        {
            warmUps += line.StartsWith("Warming up", StringComparison.Ordinal) ? 1 : 0;
        }
    }

    private static IEnumerable<string> Page() =>
        File.ReadLines(Path.Combine(SampleSystem.RepositoryFolder(), "docs", "own-service.md"));
}
