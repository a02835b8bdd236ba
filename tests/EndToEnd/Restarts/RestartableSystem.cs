using System.Diagnostics;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Seeding;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>
/// The emulator, with a small world, and the four services as processes; Delivery may be killed and restarted.
/// </summary>
internal sealed class RestartableSystem : IAsyncDisposable
{
    private static readonly Dictionary<string, string> Environment = new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "" };

    private readonly SystemAddresses _addresses = SystemAddresses.Choose();
    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory("drone-restart-");
    private readonly List<ServiceProcess> _processes = [];
    private readonly HttpClient _http = new();
    private ServiceProcess _delivery = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public Uri Gateway => _addresses.GatewayUri;

    public static async Task<RestartableSystem> StartAsync(params string[] gatewayFlags)
    {
        var system = new RestartableSystem();
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
        using var process = Process.GetProcessById(_delivery.Id);
        process.Kill();
        await process.WaitForExitAsync(Cancelled);
        _processes.Remove(_delivery);
        await _delivery.DisposeAsync();
    }

    /// <summary>Returns once it is ready: it has read the summaries.</summary>
    public async Task StartDeliveryAsync()
    {
        _delivery = Start(
            BuiltService.Delivery, [.. _addresses.Delivery.Flags, "--cosmos", _addresses.CosmosConnectionString]);
        await _delivery.WaitUntilReadyAsync(_http, _addresses.Delivery.Readiness, Cancelled);
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
        await StartDeliveryAsync();
        await package.WaitUntilReadyAsync(_http, _addresses.Package.Readiness, Cancelled);
        await drones.WaitUntilReadyAsync(_http, _addresses.DroneScheduler.Readiness, Cancelled);
        await Start(
            BuiltService.Gateway,
            [
                "--http-port", $"{_addresses.Gateway}",
                "--admin-port", $"{_addresses.GatewayAdmin}",
                "--delivery", $"{_addresses.Delivery.Http2Uri}",
                "--package", $"{_addresses.Package.Http2Uri}",
                "--drone-scheduler", $"{_addresses.DroneScheduler.Http2Uri}",
                .. gatewayFlags,
            ])
            .WaitUntilReadyAsync(_http, _addresses.GatewayReadiness, Cancelled);
    }

    private ServiceProcess Start(BuiltService service, string[] arguments)
    {
        var folder = _logs.CreateSubdirectory(Guid.NewGuid().ToString("N"));
        var process = ServiceProcess.Start(service, arguments, Environment, folder.FullName, TimeProvider.System);
        _processes.Add(process);
        return process;
    }
}
