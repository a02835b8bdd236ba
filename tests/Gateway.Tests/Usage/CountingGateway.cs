using System.Diagnostics;
using System.Globalization;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>A gateway as a process of its own that counts into a file, before one backend.</summary>
internal sealed class CountingGateway : IAsyncDisposable
{
    private readonly Process _process;

    private CountingGateway(Process process) => _process = process;

    public Uri Address { get; private set; } = new("http://127.0.0.1/");

    /// <summary>What it has written.</summary>
    public string Output { get; private set; } = "";

    /// <param name="redis">The address of Redis, if usage is stored there.</param>
    public static async Task<CountingGateway> StartAsync(
        UsageFile file, FakeBackend backend, double flushSeconds, string? redis = null)
    {
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "DroneDelivery.Gateway.dll"),
            "--delivery", backend.Address, "--package", backend.Address, "--drone-scheduler", backend.Address,
            "--usage", redis is null ? "sqlite" : "redis", "--redis", redis ?? "127.0.0.1:1",
            "--usage-flush-seconds", flushSeconds.ToString(CultureInfo.InvariantCulture),
            "--database", file.Path, "--http-port", "0", "--stop-with-stdin", "true",
        ];
        var gateway = new CountingGateway(Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!);
        const string listening = "Now listening on: ";
        var line = await gateway.ReadUntilAsync(listening);
        gateway.Address = new Uri(line[(line.IndexOf(listening, StringComparison.Ordinal) + listening.Length)..]);
        return gateway;
    }

    /// <summary>Returns when it no longer takes connections; it goes on with the requests that it has.</summary>
    public async Task BeginToStopAsync(bool bySignal)
    {
        if (bySignal)
        {
            using var kill = Process.Start("kill", ["-TERM", _process.Id.ToString(CultureInfo.InvariantCulture)]);
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        }
        else
        {
            _process.StandardInput.Close();
        }

        await ReadUntilAsync("shutting down");
    }

    public async Task<int> EndAsync()
    {
        Output += await _process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return _process.ExitCode;
    }

    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
            await _process.WaitForExitAsync();
        }

        _process.Dispose();
    }

    private async Task<string> ReadUntilAsync(string words)
    {
        while (await _process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            if (line.Contains(words, StringComparison.Ordinal))
            {
                return line;
            }
        }

        throw new InvalidOperationException($"The gateway ended before it said \"{words}\".");
    }
}
