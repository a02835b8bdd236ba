using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

/// <summary>Real processes of the Package service, which starts fast and needs nothing else.</summary>
public sealed class ServiceProcessTests : IDisposable
{
    private static readonly Dictionary<string, string> NoEnvironment = [];

    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory("drone-logs-");
    private readonly HttpClient _http = new();

    [Fact]
    public async Task WaitUntilReady_PortInUse_NamesThePort()
    {
        using var holder = new TcpListener(IPAddress.Loopback, 0);
        holder.Start();
        var port = ((IPEndPoint)holder.LocalEndpoint).Port;
        await using var process = Start("--http-port", $"{port}", "--http2-port", "0");

        var exception = await Assert.ThrowsAsync<LabException>(() => process.WaitUntilReadyAsync(
            _http, new Uri($"http://127.0.0.1:{port + 1}/none"), TestContext.Current.CancellationToken));

        Assert.Contains($"Port {port} is in use", exception.Message);
        Assert.Contains("package", exception.Message);
    }

    [Fact]
    public async Task WaitForFailure_ProcessKilled_NamesItAndItsLog()
    {
        await using var process = Start("--http-port", "0", "--http2-port", "0");
        var failure = process.WaitForFailureAsync(TestContext.Current.CancellationToken);

        using (var victim = Process.GetProcessById(process.Id))
        {
            victim.Kill();
        }

        var sentence = await failure;
        Assert.StartsWith("package stopped with exit code", sentence);
        Assert.Contains("package.log", sentence);
    }

    [Fact]
    public async Task Dispose_RunningProcess_StopsIt()
    {
        var ports = FreePorts.Find(2);
        var process = Start("--http-port", $"{ports[0]}", "--http2-port", $"{ports[1]}");
        var id = process.Id;
        await process.WaitUntilReadyAsync(
            _http, new Uri($"http://127.0.0.1:{ports[0]}/health/ready"), TestContext.Current.CancellationToken);

        await process.DisposeAsync();

        Assert.Throws<ArgumentException>(() => Process.GetProcessById(id));
    }

    [Fact]
    public void Start_LogFolderMissing_NamesTheFile()
    {
        var missing = Path.Combine(_logs.FullName, "missing");

        var exception = Assert.Throws<LabException>(
            () => ServiceProcess.Start(BuiltService.Package, [], NoEnvironment, missing, TimeProvider.System));

        Assert.Contains(Path.Combine(missing, "package.log"), exception.Message);
    }

    public void Dispose()
    {
        _http.Dispose();
        _logs.Delete(recursive: true);
    }

    private ServiceProcess Start(params string[] arguments) =>
        ServiceProcess.Start(BuiltService.Package, arguments, NoEnvironment, _logs.FullName, TimeProvider.System);
}
