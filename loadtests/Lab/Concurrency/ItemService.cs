namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// The emulator and the Package service as separate processes. The emulator keeps running. Package restarts for each cell, so
/// that no cell starts with the threads of another one.
/// </summary>
internal sealed class ItemService : IAsyncDisposable
{
    private readonly OtlpReceiver _receiver;
    private readonly ServiceGroup _programs;
    private readonly SystemAddresses _addresses = SystemAddresses.Choose();

    private ItemService(OtlpReceiver receiver, string logFolder, TimeProvider time)
    {
        (_receiver, _programs) = (receiver, new ServiceGroup(receiver.Endpoint, logFolder, time));
        Emulator = new EmulatorAdmin(_addresses.EmulatorUri);
    }

    public EmulatorAdmin Emulator { get; }

    /// <summary>Package's address for HTTP/1.1.</summary>
    public Uri Address => _addresses.Package.HttpUri;

    /// <summary>The system that a run watches.</summary>
    public WatchedSystem Watched =>
        new(Emulator, ItemCatalog.Container, () => _programs.Processes, _programs.WaitForFailureAsync) { Telemetry = _receiver };

    /// <summary>Starts the emulator, and waits until it answers.</summary>
    /// <exception cref="LabException">The emulator does not start; no process is left running.</exception>
    public static async Task<ItemService> StartAsync(string logFolder, TimeProvider time, CancellationToken cancellationToken)
    {
        var receiver = await OtlpReceiver.StartAsync(seed: 0, time, cancellationToken);
        var service = new ItemService(receiver, logFolder, time);
        return await service.DisposeOnFailureAsync(async () =>
        {
            string[] flags = ["--port", $"{service._addresses.Emulator}"];
            await service._programs.StartAsync(
                [new ServiceStart(BuiltService.Emulator, flags, service.Emulator.Health)], cancellationToken);
            return service;
        });
    }

    /// <summary>Restores the items, removes the database latency, and starts a new Package with the cell's flags.</summary>
    /// <exception cref="LabException">Package does not start, or the emulator rejects its settings.</exception>
    public async Task UseAsync(ConcurrencyCell cell, CancellationToken cancellationToken)
    {
        await _programs.StopAsync(BuiltService.Package);
        await SetLatencyAsync(0, cancellationToken);
        await Emulator.FillAsync(
            ItemCatalog.Database, ItemCatalog.Container, ItemCatalog.PartitionKeyPath, ConcurrencyLab.Partitions,
            ConcurrencyLab.Throughput, ItemCatalog.WriteNdjsonAsync, cancellationToken);
        string[] flags =
        [
            "--cosmos", _addresses.CosmosConnectionString, "--trace-ratio", "0",
            .. cell.PackageFlags.SelectMany(flag => new[] { flag.Key, flag.Value }),
        ];
        await _programs.StartAsync([_addresses.Package.StartOf(BuiltService.Package, flags)], cancellationToken);
    }

    /// <summary>Sets the latency of every following database call, without random variation.</summary>
    public Task SetLatencyAsync(int milliseconds, CancellationToken cancellationToken) => Emulator.ChangeSettingsAsync(
        new EmulatorSettings(
            new EmulatorLatency(milliseconds, CoefficientOfVariation: 0, Seed: 1),
            new EmulatorFaults(new Dictionary<string, double>())),
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _programs.DisposeAsync();
        Emulator.Dispose();
        await _receiver.DisposeAsync();
    }
}
