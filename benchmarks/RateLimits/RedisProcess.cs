using System.Diagnostics;
using System.Globalization;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>redis-server on a free port, empty, and killed at the end.</summary>
internal sealed class RedisProcess : IDisposable
{
    private readonly Process _process;

    private RedisProcess(Process process, int port) => (_process, Address) = (process, $"127.0.0.1:{port}");

    public string Address { get; }

    public static async Task<RedisProcess> StartAsync()
    {
        var port = FreePorts.Find(1)[0];
        string[] arguments =
            ["--port", port.ToString(CultureInfo.InvariantCulture), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
        var process = Process.Start(new ProcessStartInfo("redis-server", arguments) { RedirectStandardOutput = true })!;
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.Contains("Ready to accept connections", StringComparison.Ordinal))
            {
                return new RedisProcess(process, port);
            }
        }

        throw new InvalidOperationException("redis-server did not start.");
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
