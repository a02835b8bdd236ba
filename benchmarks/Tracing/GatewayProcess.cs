using System.Diagnostics;
using System.Reflection;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>The built gateway as a process of its own, on a port that the system chose.</summary>
internal sealed class GatewayProcess : IAsyncDisposable
{
    private const string AddressWords = "Now listening on: ";

    private readonly Process _process;
    private readonly Task _drained;

    private GatewayProcess(Process process, Uri address)
    {
        _process = process;
        _drained = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
        Address = address;
    }

    public Uri Address { get; }

    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    public static async Task<GatewayProcess> StartAsync(TraceMode mode, StubWorld world)
    {
        var assembly = typeof(GatewayProcess).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == "ProgramUnderTest").Value!;
        var program = Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? ".exe" : null);
        string[] backends =
            ["--delivery", world.Backends, "--package", world.Backends, "--drone-scheduler", world.Backends];
        var start = new ProcessStartInfo(program, [.. backends, .. mode.Flags, "--http-port", "0", "--stop-with-stdin", "true"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = mode.Ratio is null ? "" : world.CollectorFor(mode);
        var process = Process.Start(start)!;
        var address = await ReadAddressAsync(process.StandardOutput);
        return new GatewayProcess(process, address);
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        await _drained;
        _process.Dispose();
    }

    private static async Task<Uri> ReadAddressAsync(StreamReader output)
    {
        while (await output.ReadLineAsync() is { } line)
        {
            if (line.IndexOf(AddressWords, StringComparison.Ordinal) is >= 0 and var at)
            {
                return new Uri(line[(at + AddressWords.Length)..].Trim());
            }
        }

        throw new InvalidOperationException("The gateway did not start.");
    }
}
