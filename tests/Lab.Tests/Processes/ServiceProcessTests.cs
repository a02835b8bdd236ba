using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.TestSupport;

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

    /// <summary>The body arrives when the limit for the end of a process without requests is over.</summary>
    [Fact]
    public async Task Drain_RequestInFlight_IsAnswered()
    {
        const string Body = """{"latency":{"meanMs":0}}""";
        var (time, token) = (new ManualTimeProvider(), TestContext.Current.CancellationToken);
        await using var process = StartEmulator(time, out var output);
        var words = (await output.ReadLineAsync(token))!.Split(' ');
        var address = new Uri(words.First(word => word.StartsWith("http://", StringComparison.Ordinal)));
        using var client = new TcpClient(address.Host, address.Port);
        await using var stream = client.GetStream();
        using var answer = new StreamReader(stream);
        await stream.WriteAsync(Encoding.ASCII.GetBytes(
            "PUT /_emulator/settings HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
            + $"Content-Type: application/json\r\nContent-Length: {Body.Length}\r\n\r\n"), token);
        Assert.Equal("HTTP/1.1 100 Continue", await answer.ReadLineAsync(token));
        Assert.Equal("", await answer.ReadLineAsync(token));

        var end = process.DrainAsync(token);
        time.Advance(TimeSpan.FromSeconds(20));
        Assert.Equal(1, time.PendingTimers);
        await stream.WriteAsync(Encoding.ASCII.GetBytes(Body), token);

        Assert.Equal("HTTP/1.1 200 OK", await answer.ReadLineAsync(token));
        await end;
    }

    [Fact]
    public async Task Drain_Cancelled_KillsTheProcess()
    {
        using var cancelled = new CancellationTokenSource();
        await using var process = Start("--http-port", "0", "--http2-port", "0");

        await cancelled.CancelAsync();
        await process.DrainAsync(cancelled.Token);

        Assert.Throws<ArgumentException>(() => Process.GetProcessById(process.Id));
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

    /// <param name="output">Its first line comes when it listens, and has its address.</param>
    private ServiceProcess StartEmulator(TimeProvider time, out StreamReader output)
    {
        var start = new ProcessStartInfo(BuiltService.Emulator.ProgramPath, ["--port", "0", "--stop-with-stdin", "true"])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true,
        };
        var (process, log) = (Process.Start(start)!, new ProcessLog(Path.Combine(_logs.FullName, "emulator.log")));
        output = process.StandardOutput;
        return new ServiceProcess(BuiltService.Emulator, process, log, time);
    }

    private ServiceProcess Start(params string[] arguments) =>
        ServiceProcess.Start(BuiltService.Package, arguments, NoEnvironment, _logs.FullName, TimeProvider.System);
}
