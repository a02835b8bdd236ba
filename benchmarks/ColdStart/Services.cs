using System.Diagnostics;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.ColdStart.Benchmarks;

/// <summary>A program of the system: how it is started, and the address that says whether it is ready.</summary>
internal sealed record Service(string Name, string Program, Uri Ready, IReadOnlyList<string> Flags)
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(60);

    // An empty value disables export, even if the environment of the user enables it.
    private static readonly Dictionary<string, string> Environment = new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "" };

    /// <summary>Starts the program and waits until it is ready.</summary>
    public async Task<StartedService> StartAsync(HttpClient http)
    {
        var start = Stopwatch.GetTimestamp();
        var process = await ServerProcess.StartAsync(
            ServerProcess.FindProgram(Program),
            [.. Flags, "--stop-with-stdin", "true"],
            Environment,
            Program == Services.Emulator ? "listening on " : ServerProcess.AddressWords);
        var listened = Stopwatch.GetElapsedTime(start);
        try
        {
            while (!await IsReadyAsync(http))
            {
                if (Stopwatch.GetElapsedTime(start) > ReadyTimeout)
                {
                    throw new InvalidOperationException($"{Name} was not ready after {ReadyTimeout.TotalSeconds} s.");
                }

                await Task.Delay(PollInterval);
            }
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }

        return new StartedService(process, listened, Stopwatch.GetElapsedTime(start));
    }

    private async Task<bool> IsReadyAsync(HttpClient http)
    {
        using var response = await http.GetAsync(Ready);
        return response.IsSuccessStatusCode;
    }
}

/// <param name="Listened">From the start of the process to the line with its address.</param>
/// <param name="Ready">From the start of the process to the first successful answer of its readiness.</param>
internal sealed record StartedService(ServerProcess Process, TimeSpan Listened, TimeSpan Ready) : IAsyncDisposable
{
    public ValueTask DisposeAsync() => Process.DisposeAsync();
}

/// <summary>All programs of the system, on free ports.</summary>
internal sealed class Services
{
    public const string Emulator = "CosmosEmulator";

    private readonly int[] _ports = FreePorts.Find(8);

    public Service Database => new(
        "emulator", Emulator, Address(0, "/_emulator/health"), ["--port", $"{_ports[0]}"]);

    public Service Delivery => Backend(
        "Delivery", 1, "--cosmos", ConnectionString, "--partition-key", "ownerId");

    public Service Package => Backend("Package", 3);

    public Service DroneScheduler => Backend("DroneScheduler", 5);

    public Service Gateway => new(
        "Gateway",
        "Gateway",
        Address(7, "/health/ready"),
        [
            "--http-port", $"{_ports[7]}", "--admin-port", "0",
            "--delivery", $"{Address(2, "")}", "--package", $"{Address(4, "")}", "--drone-scheduler", $"{Address(6, "")}",
        ]);

    public string ConnectionString =>
        $"AccountEndpoint={Address(0, "")};"
        + "AccountKey=C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    public Uri Invoice(string owner) => Address(7, $"/api/invoices/{owner}?year=2025&month=6");

    private Service Backend(string name, int port, params string[] flags) => new(
        name,
        name,
        Address(port, "/health/ready"),
        ["--http-port", $"{_ports[port]}", "--http2-port", $"{_ports[port + 1]}", .. flags]);

    private Uri Address(int port, string path) => new($"http://127.0.0.1:{_ports[port]}{path}");
}
