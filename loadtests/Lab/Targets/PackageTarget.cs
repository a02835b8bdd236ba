using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>
/// A single instance of the Package service, without other services in front of it. Requests ask for an owner's summary, which
/// the service computes from memory.
/// </summary>
internal sealed class PackageTarget : LoadTarget
{
    public const string Word = "package";

    private readonly ServiceProcess _process;
    private readonly ServicePorts _ports;
    private readonly World _world = new();

    private PackageTarget(ServiceProcess process, ServicePorts ports) => (_process, _ports) = (process, ports);

    public override string Name => "package summaries, one instance";

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => [(_process.Service.Name, _process.Id)];

    /// <exception cref="LabException">The service does not start.</exception>
    public static async Task<LoadTarget> StartAsync(
        string logFolder, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        say("Starting the Package service");
        var free = FreePorts.Find(2);
        var ports = new ServicePorts(free[0], free[1]);
        var environment = ServiceProcess.EnvironmentFor(telemetry: null);
        var process = ServiceProcess.Start(BuiltService.Package, ports.Flags, environment, logFolder, time);
        try
        {
            using var http = new HttpClient();
            await process.WaitUntilReadyAsync(http, ports.Readiness, cancellationToken);
            return new PackageTarget(process, ports);
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }
    }

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant)
    {
        var requests = RequestsTo(
            variant.Protocol == HttpProtocol.Http2 ? _ports.Http2Uri : SystemAddresses.Loopback(_ports.Http));
        return (iteration, cancellationToken) =>
            client.SendAsync(requests[iteration.Random.Next(requests.Count)], cancellationToken);
    }

    public override Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> AskBy(HttpLoadClient client)
    {
        var requests = RequestsTo(SystemAddresses.Loopback(_ports.Http));
        return (iteration, cancellationToken) =>
            client.AskAsync(requests[iteration.Random.Next(requests.Count)], cancellationToken);
    }

    public override Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        _process.WaitForFailureAsync(cancellationToken);

    public override ValueTask DisposeAsync() => _process.DisposeAsync();

    private List<PreparedRequest> RequestsTo(Uri server) => [.. _world.OwnerIds.Select(owner => Ask(server, owner))];

    private PreparedRequest Ask(Uri server, string owner) => PreparedRequest.Get(new Uri(server, FormattableString.Invariant(
        $"packages/summary?ownerId={owner}&year={_world.FirstMonth.Year}&month={_world.FirstMonth.Month}")));
}
