using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The start parameters of a live system.</summary>
/// <param name="Port">The port of the page; 0 for any free port.</param>
/// <param name="RunsFolder">The folder in which a folder for the logs of the processes is created.</param>
internal sealed record LiveStart(TuningScenario Scenario, SimulationProfile Profile, int Users, int Port, string RunsFolder);

/// <summary>A live system from start to stop: processes, load and page.</summary>
internal sealed class RunningLiveSystem : IAsyncDisposable
{
    private readonly SystemSession _session;
    private readonly LiveSystem _system;
    private readonly LiveServer _server;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _running;

    private RunningLiveSystem(SystemSession session, LiveSystem system, LiveServer server)
    {
        (_session, _system, _server) = (session, system, server);
        _running = system.RunAsync(_stop.Token);
    }

    public Uri Address => _server.Address;

    public LiveFeed Feed => _system.Feed;

    /// <exception cref="LabException">The port is taken, or a program does not start; nothing is left running.</exception>
    public static async Task<RunningLiveSystem> StartAsync(
        LiveStart start, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        LiveServer.RequireFree(start.Port);
        var folder = SessionFolder.PathOf(start.RunsFolder, "up", time);
        SessionFolder.Make(folder);
        var session = await SystemSession.StartAsync(start.Profile, folder, say, time, cancellationToken);
        var system = new LiveSystem(session, start.Profile, start.Scenario, start.Users, time);
        LiveServer? server = null;
        try
        {
            var telemetry = new LiveTelemetry(system.Traces.Read, session.Metrics.Snapshot);
            server = await LiveServer.StartAsync(start.Port, system.Feed, telemetry, system.Controls, cancellationToken);
            say("Starting the services");
            await system.StartAsync(cancellationToken);
            return new RunningLiveSystem(session, system, server);
        }
        catch
        {
            if (server is not null)
            {
                await server.DisposeAsync();
            }

            system.Dispose();
            await session.DisposeAsync();
            throw;
        }
    }

    /// <summary>Waits until cancelled, then throws <see cref="OperationCanceledException"/>.</summary>
    /// <exception cref="LabException">A process of the system failed.</exception>
    public async Task WaitAsync(CancellationToken cancellationToken)
    {
        // Without cancellation, load and page end only by an error, which is then thrown here.
        await await Task.WhenAny(_system.Failure, _running).WaitAsync(cancellationToken);
        throw new LabException(await _system.Failure);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _server.DisposeAsync();
        _system.Dispose();
        await _session.DisposeAsync();
        _stop.Dispose();
    }
}
