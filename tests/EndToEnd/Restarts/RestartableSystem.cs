using System.Diagnostics;
using System.Globalization;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>
/// The emulator, with a small world, and the four services as processes. There may be several instances of Delivery, which can be
/// killed, stopped and restarted. Instance n listens on 127.0.0.n; all have the same ports.
/// </summary>
internal sealed class RestartableSystem : IAsyncDisposable
{
    private const string DeliveryName = "delivery";

    private static readonly Dictionary<string, string> WarmingUp = new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "" };
    private static readonly Dictionary<string, string> ReadyAtOnce = new(WarmingUp) { [ServiceProcess.WarmUpTime] = "0" };

    private readonly SystemAddresses _addresses = SystemAddresses.Choose();
    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory("drone-restart-");
    private readonly List<ServiceProcess> _processes = [];
    private readonly HttpClient _http = new();
    private readonly SortedDictionary<int, ServiceProcess> _deliveries = [];
    private PrivateHosts? _hosts;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public Uri Gateway => _addresses.GatewayUri;

    public static Task<RestartableSystem> StartAsync(params string[] gatewayFlags) =>
        StartAsync(deliveries: 1, byName: false, gatewayFlags);

    /// <param name="deliveries">The number of instances of Delivery.</param>
    /// <param name="byName">
    /// Whether the gateway knows them by one name with an address for each that is ready, instead of by a list of addresses. The
    /// test is skipped where that is not possible.
    /// </param>
    /// <param name="gatewayFlags">Further flags of the gateway.</param>
    public static async Task<RestartableSystem> StartAsync(int deliveries, bool byName, params string[] gatewayFlags)
    {
        var system = new RestartableSystem();
        try
        {
            if (byName)
            {
                system._hosts = new PrivateHosts(system._logs.FullName);
                var obstacle = await system._hosts.FindObstacleAsync();
                Assert.SkipWhen(obstacle is not null, $"A name with several addresses needs a private /etc/hosts: {obstacle}");
            }

            await system.StartAllAsync([.. Enumerable.Range(1, deliveries)], gatewayFlags);
            return system;
        }
        catch
        {
            await system.DisposeAsync();
            throw;
        }
    }

    /// <summary>At once, as the operating system does it: nothing is flushed or finished.</summary>
    public async Task KillDeliveryAsync(int instance = 1)
    {
        using var process = Process.GetProcessById(_deliveries[instance].Id);
        process.Kill();
        await RemoveDeliveryAsync(process, instance);
    }

    /// <summary>Sends SIGTERM, and returns when the process has ended. Its name keeps the address.</summary>
    public async Task StopDeliveryAsync(int instance)
    {
        using var process = Process.GetProcessById(_deliveries[instance].Id);
        using var kill = Process.Start("kill", ["-TERM", $"{process.Id}"]);
        await RemoveDeliveryAsync(process, instance);
    }

    /// <summary>
    /// Returns once it is ready: it has read the summaries, and warmed up. Then the name has the addresses of all that run.
    /// </summary>
    public Task StartDeliveryAsync(int instance = 1) => StartDeliveryAsync(instance, WarmingUp);

    private async Task StartDeliveryAsync(int instance, Dictionary<string, string> environment)
    {
        var process = Start(
            BuiltService.Delivery,
            [.. _addresses.Delivery.Flags, "--host", HostOf(instance), "--cosmos", _addresses.CosmosConnectionString],
            environment);
        await process.WaitUntilReadyAsync(_http, AddressOf(instance, _addresses.Delivery.Readiness), Cancelled);
        lock (_deliveries)
        {
            _deliveries[instance] = process;
            _hosts?.Write(DeliveryName, _deliveries.Keys.Select(HostOf));
        }
    }

    /// <summary>The requests that a running instance of Delivery has answered since its start, other than for its state.</summary>
    public async Task<long> CountRequestsAsync(int instance)
    {
        var metrics = await _http.GetStringAsync(
            AddressOf(instance, new Uri(_addresses.Delivery.HttpUri, "metrics")), Cancelled);
        return metrics.Split('\n')
            .Where(line => line.StartsWith("http_server_request_duration_seconds_count{", StringComparison.Ordinal)
                && line.Contains("http_route=\"/deliveries", StringComparison.Ordinal))
            .Sum(line => long.Parse(line.Split("} ")[1].Split(' ')[0], CultureInfo.InvariantCulture));
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_processes.Select(process => process.DisposeAsync().AsTask()));
        _http.Dispose();
        _logs.Delete(recursive: true);
    }

    private static string HostOf(int instance) => $"127.0.0.{instance}";

    private static Uri AddressOf(int instance, Uri onLoopback) => new UriBuilder(onLoopback) { Host = HostOf(instance) }.Uri;

    private async Task StartAllAsync(int[] deliveries, string[] gatewayFlags)
    {
        using var emulator = new EmulatorAdmin(_addresses.EmulatorUri);
        await Start(BuiltService.Emulator, ["--port", $"{_addresses.Emulator}", "--latency-mean-ms", "0"])
            .WaitUntilReadyAsync(_http, emulator.Health, Cancelled);
        await EmulatorSeeder.SeedAsync(
            emulator, new World(owners: 30), TuningScenario.DefaultPartitions, _ => { }, TimeProvider.System, Cancelled);
        var package = Start(BuiltService.Package, _addresses.Package.Flags);
        var drones = Start(BuiltService.DroneScheduler, _addresses.DroneScheduler.Flags);
        // Warming up takes all cores for seconds: only an instance that comes back under load does it.
        await Task.WhenAll(deliveries.Select(instance => StartDeliveryAsync(instance, ReadyAtOnce)));
        await package.WaitUntilReadyAsync(_http, _addresses.Package.Readiness, Cancelled);
        await drones.WaitUntilReadyAsync(_http, _addresses.DroneScheduler.Readiness, Cancelled);
        var delivery = _hosts is null
            ? string.Join(',', deliveries.Select(instance => AddressOf(instance, _addresses.Delivery.Http2Uri)))
            : $"dns+http://{DeliveryName}:{_addresses.Delivery.Http2}";
        await Start(
            _hosts?.WithHosts(BuiltService.Gateway) ?? BuiltService.Gateway,
            [
                "--http-port", $"{_addresses.Gateway}",
                "--admin-port", $"{_addresses.GatewayAdmin}",
                "--delivery", delivery,
                "--package", $"{_addresses.Package.Http2Uri}",
                "--drone-scheduler", $"{_addresses.DroneScheduler.Http2Uri}",
                .. gatewayFlags,
            ])
            .WaitUntilReadyAsync(_http, _addresses.GatewayReadiness, Cancelled);
    }

    private async Task RemoveDeliveryAsync(Process process, int instance)
    {
        await process.WaitForExitAsync(Cancelled);
        _deliveries.Remove(instance, out var service);
        _processes.Remove(service!);
        await service!.DisposeAsync();
    }

    private ServiceProcess Start(BuiltService service, string[] arguments, Dictionary<string, string>? environment = null)
    {
        var folder = _logs.CreateSubdirectory(Guid.NewGuid().ToString("N"));
        var process = ServiceProcess.Start(
            service, arguments, environment ?? ReadyAtOnce, folder.FullName, TimeProvider.System);
        _processes.Add(process);
        return process;
    }
}
