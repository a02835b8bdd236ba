using System.Diagnostics;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>
/// The emulator, with a small world, and the four services as processes. There may be several instances of Delivery, which can be
/// killed, stopped and restarted.
/// </summary>
internal sealed class RestartableSystem : IAsyncDisposable
{
    private static readonly Dictionary<string, string> Environment = new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "" };

    private readonly SystemAddresses _addresses = SystemAddresses.Choose();
    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory("drone-restart-");
    private readonly List<ServiceProcess> _processes = [];
    private readonly HttpClient _http = new();
    private readonly ServicePorts[] _deliveryPorts;
    private readonly ServiceProcess[] _deliveries;

    private RestartableSystem(int deliveries)
    {
        _deliveryPorts = [_addresses.Delivery, .. Enumerable.Range(1, deliveries - 1).Select(_ => ServicePorts.Choose())];
        _deliveries = new ServiceProcess[deliveries];
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public Uri Gateway => _addresses.GatewayUri;

    public static Task<RestartableSystem> StartAsync(params string[] gatewayFlags) => StartAsync(deliveries: 1, gatewayFlags);

    public static async Task<RestartableSystem> StartAsync(int deliveries, params string[] gatewayFlags)
    {
        var system = new RestartableSystem(deliveries);
        try
        {
            await system.StartAllAsync(gatewayFlags);
            return system;
        }
        catch
        {
            await system.DisposeAsync();
            throw;
        }
    }

    /// <summary>At once, as the operating system does it: nothing is flushed or finished.</summary>
    public async Task KillDeliveryAsync()
    {
        using var process = Process.GetProcessById(_deliveries[0].Id);
        process.Kill();
        await RemoveAsync(process, _deliveries[0]);
    }

    /// <summary>Sends SIGTERM, and returns when the process has ended.</summary>
    public async Task StopDeliveryAsync(int instance)
    {
        using var process = Process.GetProcessById(_deliveries[instance].Id);
        using var kill = Process.Start("kill", ["-TERM", $"{process.Id}"]);
        await RemoveAsync(process, _deliveries[instance]);
    }

    /// <summary>Returns once it is ready: it has read the summaries.</summary>
    public async Task StartDeliveryAsync(int instance = 0)
    {
        var ports = _deliveryPorts[instance];
        _deliveries[instance] = Start(
            BuiltService.Delivery, [.. ports.Flags, "--cosmos", _addresses.CosmosConnectionString]);
        await _deliveries[instance].WaitUntilReadyAsync(_http, ports.Readiness, Cancelled);
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_processes.Select(process => process.DisposeAsync().AsTask()));
        _http.Dispose();
        _logs.Delete(recursive: true);
    }

    private async Task StartAllAsync(string[] gatewayFlags)
    {
        using var emulator = new EmulatorAdmin(_addresses.EmulatorUri);
        await Start(BuiltService.Emulator, ["--port", $"{_addresses.Emulator}", "--latency-mean-ms", "0"])
            .WaitUntilReadyAsync(_http, emulator.Health, Cancelled);
        await EmulatorSeeder.SeedAsync(
            emulator, new World(owners: 30), TuningScenario.DefaultPartitions, _ => { }, TimeProvider.System, Cancelled);
        var package = Start(BuiltService.Package, _addresses.Package.Flags);
        var drones = Start(BuiltService.DroneScheduler, _addresses.DroneScheduler.Flags);
        await Task.WhenAll(Enumerable.Range(0, _deliveries.Length).Select(StartDeliveryAsync));
        await package.WaitUntilReadyAsync(_http, _addresses.Package.Readiness, Cancelled);
        await drones.WaitUntilReadyAsync(_http, _addresses.DroneScheduler.Readiness, Cancelled);
        await Start(
            BuiltService.Gateway,
            [
                "--http-port", $"{_addresses.Gateway}",
                "--admin-port", $"{_addresses.GatewayAdmin}",
                "--delivery", string.Join(',', _deliveryPorts.Select(ports => ports.Http2Uri)),
                "--package", $"{_addresses.Package.Http2Uri}",
                "--drone-scheduler", $"{_addresses.DroneScheduler.Http2Uri}",
                .. gatewayFlags,
            ])
            .WaitUntilReadyAsync(_http, _addresses.GatewayReadiness, Cancelled);
    }

    private async Task RemoveAsync(Process process, ServiceProcess service)
    {
        await process.WaitForExitAsync(Cancelled);
        _processes.Remove(service);
        await service.DisposeAsync();
    }

    private ServiceProcess Start(BuiltService service, string[] arguments)
    {
        var folder = _logs.CreateSubdirectory(Guid.NewGuid().ToString("N"));
        var process = ServiceProcess.Start(service, arguments, Environment, folder.FullName, TimeProvider.System);
        _processes.Add(process);
        return process;
    }
}
