using System.Globalization;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Concurrency;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>One cell: load on the running service, with what is watched meanwhile, written to one run folder.</summary>
internal sealed class CellRun(ConcurrencySettings settings, ConcurrencyCell cell, ItemService service, TimeProvider time)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LastReadLimit = TimeSpan.FromSeconds(5);

    private readonly CosmosMonitor _cosmos = new(service.Emulator, ItemCatalog.Container, time);
    private readonly ProcessUsageSampler _processes =
        new([.. service.Processes, (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)], time);

    private MachineLoad? _machine;

    /// <summary>Runs the load and writes the folder. A cancelled run writes what it has, marked as interrupted.</summary>
    /// <exception cref="LabException">A process failed, or the folder cannot be written.</exception>
    public async Task<RunFolder> RunAsync(string folder, Action<string> say, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = service.WaitForFailureAsync(stop.Token);
        var monitor = new LoadMonitor();
        var load = RunLoadAsync(folder, monitor, stop.Token);
        var saying = SayAsync(monitor, say, load, stop.Token);
        var failed = await EndedBy.FailureAsync(load, failure, time, cancellationToken);
        if (failed)
        {
            await stop.CancelAsync();
        }

        await ((Task)load).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await stop.CancelAsync();
        await saying;
        if (failed)
        {
            throw new LabException($"{cell.Title}: {await failure}");
        }

        var result = await load;
        if (result.Load.Sent == 0)
        {
            // Nothing was measured: there is nothing to keep.
            cancellationToken.ThrowIfCancellationRequested();
        }

        return await WriteAsync(folder, result);
    }

    private async Task<LoadMeasurement> RunLoadAsync(string folder, LoadMonitor monitor, CancellationToken cancellationToken)
    {
        var profile = ConcurrencyLoad.For(settings.Duration);
        using var client = new HttpLoadClient(profile.MaxUsers, RequestTimeout, time);
        var journey = new ItemJourney(client, service.Address, cell.Work);
        using var watching = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watchers = Task.CompletedTask;
        CpuReading? start = null;
        async ValueTask StartWatchingAsync(CancellationToken token)
        {
            await service.SetLatencyAsync(cell.LatencyMs, token);
            await service.Emulator.ResetAsync(token);
            service.Metrics.Clear();
            start = CpuReading.Now();
            watchers = Task.WhenAll(_cosmos.RunAsync(watching.Token), _processes.RunAsync(watching.Token));
        }

        try
        {
            return await settings.Engine.RunAsync(
                new LoadAssignment(cell.Name, profile, journey.RequestAsync, monitor, StartWatchingAsync, folder),
                cancellationToken);
        }
        finally
        {
            await watching.CancelAsync();
            await watchers;
            _machine = CpuReading.Between(start, CpuReading.Now());
        }
    }

    private async Task<RunFolder> WriteAsync(string folder, LoadMeasurement result)
    {
        // After Ctrl+C the emulator may be gone already; then what was read last stands.
        using var limit = new CancellationTokenSource(LastReadLimit, time);
        await _cosmos.TryReadAsync(limit.Token);
        var record = new RunRecord(
            CellManifest.Build(settings, cell, result, _machine),
            result.Load,
            _cosmos.ToRecord(result.StartedAt),
            _processes.Summarise());
        var runFolder = new RunFolder(folder);
        try
        {
            var samples = new RunSamples([], [], service.Metrics.Snapshot(), _processes.Samples());
            await runFolder.WriteAsync(record, samples, CancellationToken.None);
            return runFolder;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException(
                $"The run folder {folder} cannot be written: {exception.Message} Make room, or choose another place with --runs.",
                exception);
        }
    }

    private async Task SayAsync(LoadMonitor monitor, Action<string> say, Task load, CancellationToken cancellationToken)
    {
        while (await Task.WhenAny(load, Task.Delay(SayInterval, time, cancellationToken)) != load
            && !cancellationToken.IsCancellationRequested)
        {
            var now = monitor.Snapshot();
            say(string.Create(
                CultureInfo.InvariantCulture,
                $"  {now.Elapsed.TotalSeconds:0} of {settings.Duration.TotalSeconds:0} s  {now.Users} users  "
                + $"{now.RequestsPerSecond:0} req/s  p50 {now.P50Ms:0} ms  errors {now.Failed}"));
        }
    }
}
