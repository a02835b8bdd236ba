using System.Collections.Frozen;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Which of a backend's addresses a call for an invoice goes to: chosen by the health and the load that the proxy chooses by
/// for what it hands on.
/// </summary>
internal sealed class BackendDestinations(
    IOptions<BackendOptions> options, DestinationLoad load, IProxyStateLookup proxy, IDestinationHealthUpdater health)
{
    /// <summary>How long an address that broke a connection gets nothing, unless all of a backend's did.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly FrozenDictionary<string, string[]> _addresses = options.Value.Addresses.ToFrozenDictionary();

    public Uri FirstOf(string backend) => new(_addresses[backend][0]);

    public bool AreSeveral(string backend) => _addresses[backend].Length > 1;

    /// <param name="backend">One of <see cref="BackendNames"/>.</param>
    /// <param name="but">Not this one, where there is another.</param>
    public DestinationState Pick(string backend, DestinationState? but) =>
        load.LeastBusy(ClusterOf(backend).DestinationsState.AvailableDestinations, but);

    public DestinationCalls CallsTo(DestinationState destination) => load.CallsTo(destination);

    public void Avoid(string backend, DestinationState destination) =>
        health.SetPassive(ClusterOf(backend), destination, DestinationHealth.Unhealthy, Pause);

    private ClusterState ClusterOf(string backend) => proxy.TryGetCluster(backend, out var cluster)
        ? cluster
        : throw new InvalidOperationException($"There is no backend {backend}.");
}
