using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// The emulator and the Package service as separate processes. The emulator keeps running. Package restarts for each cell, so
/// that no cell starts with the threads of another one.
/// </summary>
internal sealed class ItemService : IAsyncDisposable
{
    private readonly HttpClient _http = new();
    private readonly OtlpReceiver _receiver;
    private readonly IReadOnlyDictionary<string, string> _environment;
    private readonly string _logFolder;
    private readonly TimeProvider _time;
    private readonly SystemAddresses _addresses = SystemAddresses.Choose();
    private ServiceProcess? _emulator;
    private ServiceProcess? _package;

    private ItemService(OtlpReceiver receiver, string logFolder, TimeProvider time)
    {
        (_receiver, _logFolder, _time) = (receiver, logFolder, time);
        Emulator = new EmulatorAdmin(_addresses.EmulatorUri);
        _environment = ServiceProcess.EnvironmentFor(receiver.Endpoint);
    }

    public EmulatorAdmin Emulator { get; }

    /// <summary>Package's address for HTTP/1.1.</summary>
    public Uri Address => SystemAddresses.Loopback(_addresses.Package.Http);

    /// <summary>The processes that a run watches. Read it again after Package has restarted.</summary>
    public WatchedSystem Watched => new(
        Emulator, ItemCatalog.Container, [.. Running.Select(process => (process.Service.Name, process.Id))], WaitForFailureAsync)
    {
        Telemetry = _receiver,
    };

    private IEnumerable<ServiceProcess> Running => new[] { _emulator, _package }.OfType<ServiceProcess>();

    /// <summary>Starts the emulator, and waits until it answers.</summary>
    /// <exception cref="LabException">The emulator does not start; no process is left running.</exception>
    public static async Task<ItemService> StartAsync(string logFolder, TimeProvider time, CancellationToken cancellationToken)
    {
        var spans = new SpanStore(seed: 0, new SpanStoreLimits(), time);
        var receiver = await OtlpReceiver.StartAsync(spans, new MetricStore(), cancellationToken);
        var service = new ItemService(receiver, logFolder, time);
        try
        {
            service._emulator = service.Start(
                BuiltService.Emulator, ["--port", FormattableString.Invariant($"{service._addresses.Emulator}")]);
            await service._emulator.WaitUntilReadyAsync(service._http, service.Emulator.Health, cancellationToken);
            return service;
        }
        catch
        {
            await service.DisposeAsync();
            throw;
        }
    }

    /// <summary>Restores the items, removes the database latency, and starts a new Package with the cell's flags.</summary>
    /// <exception cref="LabException">Package does not start, or the emulator rejects its settings.</exception>
    public async Task UseAsync(ConcurrencyCell cell, CancellationToken cancellationToken)
    {
        await StopPackageAsync();
        await SetLatencyAsync(0, cancellationToken);
        await Emulator.FillAsync(
            ItemCatalog.Database, ItemCatalog.Container, ItemCatalog.PartitionKeyPath, ConcurrencyLab.Partitions,
            ConcurrencyLab.Throughput, ItemCatalog.WriteNdjsonAsync, cancellationToken);
        string[] flags =
        [
            .. _addresses.Package.Flags, "--cosmos", _addresses.CosmosConnectionString, "--trace-ratio", "0",
            .. cell.PackageFlags.SelectMany(flag => new[] { flag.Key, flag.Value }),
        ];
        _package = Start(BuiltService.Package, flags);
        await _package.WaitUntilReadyAsync(_http, _addresses.Package.Readiness, cancellationToken);
    }

    /// <summary>Sets the latency of every following database call, without random variation.</summary>
    public Task SetLatencyAsync(int milliseconds, CancellationToken cancellationToken) => Emulator.ChangeSettingsAsync(
        new EmulatorSettings(
            new EmulatorLatency(milliseconds, CoefficientOfVariation: 0, Seed: 1),
            new EmulatorFaults(new Dictionary<string, double>())),
        cancellationToken);

    private async Task StopPackageAsync()
    {
        if (_package is { } running)
        {
            _package = null;
            await running.DisposeAsync();
        }
    }

    /// <summary>Completes with a sentence when one of the running processes fails.</summary>
    private async Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        await await Task.WhenAny(Running.Select(process => process.WaitForFailureAsync(cancellationToken)));

    public async ValueTask DisposeAsync()
    {
        await StopPackageAsync();
        if (_emulator is { } emulator)
        {
            await emulator.DisposeAsync();
        }

        Emulator.Dispose();
        _http.Dispose();
        await _receiver.DisposeAsync();
    }

    private ServiceProcess Start(BuiltService service, string[] arguments) =>
        ServiceProcess.Start(service, arguments, _environment, _logFolder, _time);
}
