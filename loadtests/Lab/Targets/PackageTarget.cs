namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>
/// A single instance of the Package service, without other services in front of it. Requests ask for an owner's summary, which
/// the service computes from memory.
/// </summary>
internal sealed class PackageTarget(ServiceGroup programs) : LoadTarget
{
    public const string Word = "package";

    private readonly ServicePorts _ports = ServicePorts.Choose();
    private readonly World _world = new();

    public override string Name => "package summaries, one instance";

    public override Uri Address => _ports.HttpUri;

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => programs.Processes;

    /// <exception cref="LabException">The service does not start.</exception>
    public static async Task<LoadTarget> StartAsync(
        string logFolder, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    {
        say("Starting the Package service");
        var programs = new ServiceGroup(telemetry: null, logFolder, time);
        var target = new PackageTarget(programs);
        return await target.DisposeOnFailureAsync(async () =>
        {
            await programs.StartAsync([target._ports.StartOf(BuiltService.Package)], cancellationToken);
            return target;
        });
    }

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant)
    {
        var server = variant.Protocol == HttpProtocol.Http2 ? _ports.Http2Uri : _ports.HttpUri;
        PreparedRequest[] requests = [.. _world.OwnerIds.Select(owner => Summary(server, owner))];
        return (iteration, token) => client.SendAsync(requests[iteration.Random.Next(requests.Length)], token);
    }

    public override Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        programs.WaitForFailureAsync(cancellationToken);

    public override ValueTask DisposeAsync() => programs.DisposeAsync();

    private PreparedRequest Summary(Uri server, string owner) => PreparedRequest.Get(new Uri(
        server, $"packages/summary?ownerId={owner}&year={_world.FirstMonth.Year}&month={_world.FirstMonth.Month}"));
}
