namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Running programs that belong together. Their logs are in one folder. Disposing stops all of them.</summary>
/// <param name="telemetry">The address for spans and metrics of all programs; null for none.</param>
internal sealed class ServiceGroup(Uri? telemetry, string logFolder, TimeProvider time) : IAsyncDisposable
{
    private readonly List<(ServiceProcess Process, string[] Flags)> _running = [];
    private readonly HttpClient _http = new();
    private readonly IReadOnlyDictionary<string, string> _environment = ServiceProcess.EnvironmentFor(telemetry);

    public IReadOnlyList<(string Name, int ProcessId)> Processes =>
        [.. _running.Select(each => (each.Process.Service.Name, each.Process.Id))];

    /// <summary>Starts programs at the same time, each instead of a running one, and waits until all are ready.</summary>
    /// <exception cref="LabException">A program does not start.</exception>
    public async Task StartAsync(IReadOnlyList<ServiceStart> starts, CancellationToken cancellationToken)
    {
        await Task.WhenAll(starts.Select(start => StopAsync(start.Service)));
        await StartAllAsync(starts, cancellationToken);
    }

    /// <summary>
    /// Starts programs at the same time, waits until all are ready, switches to them, and stops the programs that they replace.
    /// If it fails, the new ones are stopped, and those that they would replace keep running.
    /// </summary>
    /// <exception cref="LabException">A program does not start, or the switch failed.</exception>
    public async Task ReplaceAsync(
        IReadOnlyList<ServiceStart> starts, Func<CancellationToken, Task> switchAsync, CancellationToken cancellationToken)
    {
        var replaced = _running.FindAll(each => starts.Any(start => start.Service == each.Process.Service));
        var unchanged = _running.Count;
        try
        {
            await StartAllAsync(starts, cancellationToken);
            await switchAsync(cancellationToken);
        }
        catch
        {
            await StopAsync(_running[unchanged..]);
            throw;
        }

        await StopAsync(replaced);
    }

    /// <inheritdoc cref="ServiceProcess.WaitUntilReadyAsync(HttpClient, Uri, string, CancellationToken)"/>
    /// <param name="service">A program that runs.</param>
    public Task WaitUntilReadyAsync(
        BuiltService service, Uri readiness, string content, CancellationToken cancellationToken) =>
        _running.Find(each => each.Process.Service == service).Process
            .WaitUntilReadyAsync(_http, readiness, content, cancellationToken);

    /// <summary>Whether the program runs with these flags.</summary>
    public bool Runs(ServiceStart start) =>
        _running.Exists(each => each.Process.Service == start.Service && each.Flags.SequenceEqual(start.Flags));

    /// <summary>Stops the program if it runs.</summary>
    public Task StopAsync(BuiltService service) => StopAsync(_running.FindAll(each => each.Process.Service == service));

    /// <summary>Completes with a sentence when one of the programs that run at the time of the call fails.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        await await Task.WhenAny(_running.Select(each => each.Process.WaitForFailureAsync(cancellationToken)));

    public async ValueTask DisposeAsync()
    {
        await StopAsync([.. _running]);
        _http.Dispose();
    }

    private async Task StartAllAsync(IReadOnlyList<ServiceStart> starts, CancellationToken cancellationToken)
    {
        var started = starts.Select(start => (start.Readiness, Process: Start(start))).ToList();
        await Task.WhenAll(started.Select(each => each.Process.WaitUntilReadyAsync(_http, each.Readiness, cancellationToken)));
    }

    private async Task StopAsync(List<(ServiceProcess Process, string[] Flags)> stopped)
    {
        _running.RemoveAll(stopped.Contains);
        await Task.WhenAll(stopped.Select(each => each.Process.DisposeAsync().AsTask()));
    }

    private ServiceProcess Start(ServiceStart start)
    {
        var environment = _environment.Concat(start.Environment).ToDictionary();
        var process = ServiceProcess.Start(start.Service, start.Flags, environment, logFolder, time);
        _running.Add((process, start.Flags));
        return process;
    }
}

/// <summary>The start of a program. <paramref name="Readiness"/> answers 200 as soon as the program is ready.</summary>
internal sealed record ServiceStart(BuiltService Service, string[] Flags, Uri Readiness)
{
    /// <summary>More environment variables, of this program only.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
