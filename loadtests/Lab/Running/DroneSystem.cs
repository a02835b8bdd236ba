using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// The system under test: the emulator and the four services as processes of their own. Delivery is started anew for each scenario with
/// that scenario's flags; the others stay.
/// </summary>
internal sealed class DroneSystem : IAsyncDisposable
{
    private readonly List<ServiceProcess> _processes = [];
    private readonly HttpClient _http = new();
    private readonly IReadOnlyDictionary<string, string> _environment;
    private readonly string _logFolder;
    private readonly TimeProvider _time;
    private ServiceProcess? _delivery;

    private DroneSystem(SystemAddresses addresses, Uri telemetryEndpoint, string logFolder, TimeProvider time)
    {
        Addresses = addresses;
        Emulator = new EmulatorAdmin(addresses.EmulatorUri);
        _logFolder = logFolder;
        _time = time;
        _environment = new Dictionary<string, string>
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = telemetryEndpoint.ToString(),
            ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            ["DOTNET_gcServer"] = "0",
        };
    }

    public SystemAddresses Addresses { get; }

    public EmulatorAdmin Emulator { get; }

    public IReadOnlyList<(string Name, int ProcessId)> Processes => [.. _processes.Select(process => (process.Service.Name, process.Id))];

    /// <summary>Starts the emulator with the profile's latency, and waits until it answers.</summary>
    /// <exception cref="LabException">A program does not start; those already started are stopped.</exception>
    public static async Task<DroneSystem> StartEmulatorAsync(
        SimulationProfile profile, Uri telemetryEndpoint, string logFolder, TimeProvider time, CancellationToken cancellationToken)
    {
        var system = new DroneSystem(SystemAddresses.Choose(), telemetryEndpoint, logFolder, time);
        try
        {
            var emulator = system.Start(BuiltService.Emulator, EmulatorFlags(profile, system.Addresses.Emulator));
            await emulator.WaitUntilReadyAsync(system._http, system.Emulator.Health, cancellationToken);
            return system;
        }
        catch
        {
            await system.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts, or starts again, Delivery with the scenario's flags, and the services that are not running yet.</summary>
    public async Task StartServicesAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        var firstTime = _delivery is null;
        await StopDeliveryAsync();
        _delivery = Start(
            BuiltService.Delivery,
            [.. Addresses.Delivery.Flags, "--cosmos", Addresses.CosmosConnectionString, .. scenario.DeliveryFlags.SelectMany(flag => new[] { flag.Key, flag.Value })]);
        List<Task> ready = [_delivery.WaitUntilReadyAsync(_http, Addresses.Delivery.Readiness, cancellationToken)];
        if (firstTime)
        {
            ready.Add(Start(BuiltService.Package, Addresses.Package.Flags)
                .WaitUntilReadyAsync(_http, Addresses.Package.Readiness, cancellationToken));
            ready.Add(Start(BuiltService.DroneScheduler, Addresses.DroneScheduler.Flags)
                .WaitUntilReadyAsync(_http, Addresses.DroneScheduler.Readiness, cancellationToken));
            ready.Add(Start(BuiltService.Gateway, GatewayFlags())
                .WaitUntilReadyAsync(_http, new Uri(Addresses.GatewayUri, "health/ready"), cancellationToken));
        }

        await Task.WhenAll(ready);
    }

    /// <summary>Completes with a sentence when one of the running processes fails.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken)
    {
        var failures = _processes.Select(process => process.WaitForFailureAsync(cancellationToken));
        return await await Task.WhenAny(failures);
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_processes.Select(process => process.DisposeAsync().AsTask()));
        _processes.Clear();
        Emulator.Dispose();
        _http.Dispose();
    }

    private static string[] EmulatorFlags(SimulationProfile profile, int port) =>
    [
        "--port", FormattableString.Invariant($"{port}"),
        "--partitions", FormattableString.Invariant($"{TuningScenario.Partitions}"),
        "--latency-mean-ms", FormattableString.Invariant($"{profile.CosmosCallMeanMs}"),
        "--latency-cv", FormattableString.Invariant($"{profile.CosmosCallCoefficientOfVariation}"),
        "--seed", FormattableString.Invariant($"{profile.Seed}"),
    ];

    private string[] GatewayFlags() =>
    [
        "--http-port", FormattableString.Invariant($"{Addresses.Gateway}"),
        "--delivery", Addresses.Delivery.Http2Uri.ToString(),
        "--package", Addresses.Package.Http2Uri.ToString(),
        "--drone-scheduler", Addresses.DroneScheduler.Http2Uri.ToString(),
    ];

    private ServiceProcess Start(BuiltService service, IEnumerable<string> arguments)
    {
        var process = ServiceProcess.Start(service, arguments, _environment, _logFolder, _time);
        _processes.Add(process);
        return process;
    }

    private async Task StopDeliveryAsync()
    {
        if (_delivery is not null)
        {
            _processes.Remove(_delivery);
            await _delivery.DisposeAsync();
        }
    }
}
