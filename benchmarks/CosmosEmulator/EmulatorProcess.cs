using System.Diagnostics;
using System.Reflection;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The built emulator as a process of its own, on a port that the system chose, without latency.</summary>
internal sealed class EmulatorProcess : IAsyncDisposable
{
    private const string EndpointWord = "AccountEndpoint=";
    private readonly Process _process;

    private EmulatorProcess(Process process, Uri endpoint)
    {
        _process = process;
        Endpoint = endpoint;
    }

    public Uri Endpoint { get; }

    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    public static async Task<EmulatorProcess> StartAsync()
    {
        var assembly = typeof(EmulatorProcess).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == "ProgramUnderTest").Value!;
        var program = Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? ".exe" : null);
        var start = new ProcessStartInfo(program, "--port 0 --stop-with-stdin true")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        var process = Process.Start(start)!;
        var line = await process.StandardOutput.ReadLineAsync()
            ?? throw new InvalidOperationException("The emulator did not start.");
        var endpoint = line[(line.IndexOf(EndpointWord, StringComparison.Ordinal) + EndpointWord.Length)..];
        return new EmulatorProcess(process, new Uri(endpoint[..endpoint.IndexOf(';', StringComparison.Ordinal)]));
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
