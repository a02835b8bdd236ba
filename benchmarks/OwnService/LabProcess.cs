using System.Diagnostics;
using System.Text.Json;

namespace DroneDelivery.OwnService.Benchmarks;

/// <summary>The commands of the lab that a user gives, as processes of their own.</summary>
/// <param name="program">The path of the lab.</param>
/// <param name="runs">The folder for run folders.</param>
internal sealed class LabProcess(string program, string runs, TimeSpan duration)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    private readonly string _feed = WriteFeed(runs);

    /// <summary>Puts load on a system and returns the folder of the run.</summary>
    public async Task<string> MeasureAsync(SampleSystem system, RunningSystem running, int port, CancellationToken cancellationToken)
    {
        var printed = await RunAsync(
            [
                "http", $"{running.Front.Address.GetLeftPart(UriPartial.Authority)}/orders/{{id}}",
                "--feed", _feed, "--pick", "uniform",
                "--users", $"{system.Users}", "--think", system.Think, "--for", $"{duration.TotalSeconds}s", "--warm-up", "3s",
                "--otlp", $"{port}",
                "--pid", $"{system.Front.Name}={running.Front.ProcessId}", "--pid", $"{system.Back.Name}={running.Back.ProcessId}",
                "--runs", runs,
            ],
            cancellationToken);
        const string Before = "Run:";
        return printed.Split('\n').LastOrDefault(line => line.StartsWith(Before, StringComparison.Ordinal))?[Before.Length..].Trim()
            ?? throw new InvalidOperationException($"http printed no run folder:{Environment.NewLine}{printed}");
    }

    public async Task<Explanation> ExplainAsync(string run, CancellationToken cancellationToken) =>
        JsonSerializer.Deserialize<Explanation>(await RunAsync(["explain", run, "--format", "json"], cancellationToken), Json)!;

    private async Task<string> RunAsync(IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var lab = Process.Start(start)!;
        await using var stop = cancellationToken.Register(lab.Kill);
        var errors = lab.StandardError.ReadToEndAsync(cancellationToken);
        var printed = await lab.StandardOutput.ReadToEndAsync(cancellationToken);
        await lab.WaitForExitAsync(cancellationToken);
        return lab.ExitCode == 0 ? printed : throw new InvalidOperationException($"lab failed: {await errors}");
    }

    /// <summary>The numbers of the orders that both systems have.</summary>
    private static string WriteFeed(string folder)
    {
        Directory.CreateDirectory(folder);
        var path = Path.Combine(folder, "orders.csv");
        File.WriteAllLines(path, ["id", .. Enumerable.Range(1, 500).Select(id => $"{id}")]);
        return path;
    }
}

/// <summary>What <c>explain --format json</c> prints.</summary>
internal sealed record Explanation(string Verdict, IReadOnlyList<ExplainedFinding> Findings);

internal sealed record ExplainedFinding(string Cause, string Title, string Confidence, double Share)
{
    public bool IsCertain => Confidence == "certain";
}
