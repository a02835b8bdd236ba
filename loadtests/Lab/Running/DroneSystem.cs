using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// The system under test: the emulator and the four services as separate processes. Each scenario has its own flags; a service
/// whose flags differ is restarted.
/// </summary>
internal sealed class DroneSystem : IAsyncDisposable
{
    private readonly List<(ServiceProcess Process, string[] Flags)> _running = [];
    private readonly HttpClient _http = new();
    private readonly IReadOnlyDictionary<string, string> _environment;
    private readonly string _logFolder;
    private readonly TimeProvider _time;

    private DroneSystem(SystemAddresses addresses, Uri? telemetry, string logFolder, TimeProvider time)
    {
        (Addresses, _logFolder, _time) = (addresses, logFolder, time);
        Emulator = new EmulatorAdmin(addresses.EmulatorUri);
        _environment = ServiceProcess.EnvironmentFor(telemetry);
    }

    public SystemAddresses Addresses { get; }

    public EmulatorAdmin Emulator { get; }

    public IReadOnlyList<(string Name, int ProcessId)> Processes =>
        [.. _running.Select(each => (each.Process.Service.Name, each.Process.Id))];

    /// <summary>Starts the emulator with the profile's latency, and waits until it answers.</summary>
    /// <param name="telemetry">The address for spans and metrics of all processes; null for none.</param>
    /// <exception cref="LabException">A program does not start; those already started are stopped.</exception>
    public static async Task<DroneSystem> StartEmulatorAsync(
        SimulationProfile profile, Uri? telemetry, string logFolder, TimeProvider time, CancellationToken cancellationToken)
    {
        var system = new DroneSystem(SystemAddresses.Choose(), telemetry, logFolder, time);
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

    /// <summary>
    /// Starts the services with the flags of the scenario. Delivery is restarted, and the other services only if their flags
    /// differ from the current ones.
    /// </summary>
    public async Task StartServicesAsync(TuningScenario scenario, CancellationToken cancellationToken)
    {
        var plans = PlansFor(scenario).Where(plan => plan.Service == BuiltService.Delivery || !RunsWith(plan)).ToList();
        await Task.WhenAll(plans.Select(plan => StopAsync(plan.Service)));
        var started = plans.Select(plan => (plan.Readiness, Process: Start(plan.Service, plan.Flags))).ToList();
        await Task.WhenAll(started.Select(each => each.Process.WaitUntilReadyAsync(_http, each.Readiness, cancellationToken)));
    }

    /// <summary>Completes with a sentence when one of the running processes fails.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        await await Task.WhenAny(_running.Select(each => each.Process.WaitForFailureAsync(cancellationToken)));

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_running.Select(each => each.Process.DisposeAsync().AsTask()));
        _running.Clear();
        Emulator.Dispose();
        _http.Dispose();
    }

    private static string[] EmulatorFlags(SimulationProfile profile, int port) =>
    [
        "--port", FormattableString.Invariant($"{port}"),
        "--partitions", FormattableString.Invariant($"{TuningScenario.DefaultPartitions}"),
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

    private ServiceProcess Start(BuiltService service, string[] arguments)
    {
        var process = ServiceProcess.Start(service, arguments, _environment, _logFolder, _time);
        _running.Add((process, arguments));
        return process;
    }

    private IEnumerable<ServicePlan> PlansFor(TuningScenario scenario) => new ServicePlan[]
    {
        new(
            BuiltService.Delivery,
            [.. Addresses.Delivery.Flags, "--cosmos", Addresses.CosmosConnectionString, .. FlagsOf(scenario.DeliveryFlags)],
            Addresses.Delivery.Readiness),
        new(BuiltService.Package, Addresses.Package.Flags, Addresses.Package.Readiness),
        new(BuiltService.DroneScheduler, Addresses.DroneScheduler.Flags, Addresses.DroneScheduler.Readiness),
        new(
            BuiltService.Gateway,
            [.. GatewayFlags(), .. FlagsOf(scenario.GatewayFlags)],
            new Uri(Addresses.GatewayUri, "health/ready")),
    }.Select(plan => plan with { Flags = [.. plan.Flags, .. FlagsOf(scenario.FaultFlagsOf(plan.Service.Name))] });

    private bool RunsWith(ServicePlan plan) =>
        _running.Exists(each => each.Process.Service == plan.Service && each.Flags.SequenceEqual(plan.Flags));

    private async Task StopAsync(BuiltService service)
    {
        foreach (var running in _running.FindAll(each => each.Process.Service == service))
        {
            _running.Remove(running);
            await running.Process.DisposeAsync();
        }
    }

    private static IEnumerable<string> FlagsOf(IReadOnlyDictionary<string, string> flags) =>
        flags.SelectMany(flag => new[] { flag.Key, flag.Value });

    /// <summary>The start parameters of a service.</summary>
    private sealed record ServicePlan(BuiltService Service, string[] Flags, Uri Readiness);
}
