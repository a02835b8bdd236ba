using System.Collections.Immutable;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Running programs that belong together. Their logs are in one folder. Disposing stops all of them.</summary>
/// <param name="telemetry">The address for spans and metrics of all programs; null for none.</param>
internal sealed class ServiceGroup(Uri? telemetry, string logFolder, TimeProvider time) : IAsyncDisposable
{
    // Replaced as a whole, because the processes are sampled while one of them is restarted.
    private ImmutableList<(ServiceProcess Process, ServiceStart Start)> _running = [];

    private readonly HttpClient _http = new();
    private readonly IReadOnlyDictionary<string, string> _environment = ServiceProcess.EnvironmentFor(telemetry);

    public IReadOnlyList<(string Name, int ProcessId)> Processes =>
        [.. _running.Select(each => (each.Process.Service.ProcessName, each.Process.Id))];

    /// <summary>
    /// Starts programs at the same time, instead of all running processes of these programs, and waits until all are ready.
    /// </summary>
    /// <exception cref="LabException">A program does not start.</exception>
    public async Task StartAsync(IReadOnlyList<ServiceStart> starts, CancellationToken cancellationToken)
    {
        await StopAsync(RunningOf(starts));
        await StartAllAsync(starts, cancellationToken);
    }

    /// <summary>
    /// Starts programs at the same time, waits until all are ready, switches to them, and stops the programs that they replace
    /// when these have answered their requests. If it fails, the new ones are stopped, and the others keep running.
    /// </summary>
    /// <exception cref="LabException">A program does not start, or the switch failed.</exception>
    public async Task ReplaceAsync(
        IReadOnlyList<ServiceStart> starts, Func<CancellationToken, Task> switchAsync, CancellationToken cancellationToken)
    {
        var replaced = RunningOf(starts);
        var unchanged = _running;
        try
        {
            await StartAllAsync(starts, cancellationToken);
            await switchAsync(cancellationToken);
        }
        catch
        {
            await StopAsync(_running.RemoveRange(unchanged));
            throw;
        }

        await Task.WhenAll(replaced.Select(each => each.Process.DrainAsync(cancellationToken)));
        await StopAsync(replaced);
    }

    /// <inheritdoc cref="ServiceProcess.WaitUntilReadyAsync(HttpClient, Uri, string, CancellationToken)"/>
    /// <param name="service">A program that runs.</param>
    public Task WaitUntilReadyAsync(
        BuiltService service, Uri readiness, string content, CancellationToken cancellationToken) =>
        Find(service).Process.WaitUntilReadyAsync(_http, readiness, content, cancellationToken);

    /// <summary>Whether the program runs with these flags.</summary>
    public bool Runs(ServiceStart start) =>
        _running.Exists(each => each.Process.Service == start.Service && each.Start.Flags.SequenceEqual(start.Flags));

    /// <summary>Stops the program if it runs.</summary>
    public Task StopAsync(BuiltService service) => StopAsync(_running.FindAll(each => each.Process.Service == service));

    /// <summary>Kills a running process, which is no failure.</summary>
    public Task KillAsync(BuiltService service) => Find(service).Process.KillAsync();

    /// <summary>Starts a killed process again, as it was started before, and waits until it is ready.</summary>
    /// <exception cref="LabException">It does not start.</exception>
    public async Task RestartAsync(BuiltService service, CancellationToken cancellationToken)
    {
        var killed = Find(service);
        var process = Start(killed.Start);
        _running = _running.Replace(killed, (process, killed.Start));
        killed.Process.ReplaceBy(process);
        await killed.Process.DisposeAsync();
        await process.WaitUntilReadyAsync(_http, killed.Start.Readiness, cancellationToken);
    }

    /// <summary>Completes with a sentence when one of the programs that run at the time of the call fails.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        await await Task.WhenAny(_running.Select(each => each.Process.WaitForFailureAsync(cancellationToken)));

    public async ValueTask DisposeAsync()
    {
        await StopAsync(_running);
        _http.Dispose();
    }

    private async Task StartAllAsync(IReadOnlyList<ServiceStart> starts, CancellationToken cancellationToken)
    {
        var before = _running;
        foreach (var start in starts)
        {
            _running = _running.Add((Start(start), start));
        }

        await Task.WhenAll(_running.RemoveRange(before).Select(each =>
            each.Process.WaitUntilReadyAsync(_http, each.Start.Readiness, cancellationToken)));
    }

    private (ServiceProcess Process, ServiceStart Start) Find(BuiltService service) =>
        _running.First(each => each.Process.Service == service);

    private ImmutableList<(ServiceProcess Process, ServiceStart Start)> RunningOf(IReadOnlyList<ServiceStart> starts) =>
        _running.FindAll(each => starts.Any(start => start.Service.Project == each.Process.Service.Project));

    private async Task StopAsync(ImmutableList<(ServiceProcess Process, ServiceStart Start)> stopped)
    {
        _running = _running.RemoveRange(stopped);
        await Task.WhenAll(stopped.Select(each => each.Process.DisposeAsync().AsTask()));
    }

    private ServiceProcess Start(ServiceStart start) => ServiceProcess.Start(
        start.Service, start.Flags, _environment.Concat(start.Environment).ToDictionary(), logFolder, time);
}

/// <summary>The start of a program. <paramref name="Readiness"/> answers 200 as soon as the program is ready.</summary>
internal sealed record ServiceStart(BuiltService Service, string[] Flags, Uri Readiness)
{
    /// <summary>More environment variables, of this program only.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
