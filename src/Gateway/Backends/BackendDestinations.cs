using System.Collections.Frozen;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Chooses the address for a call for an invoice, by the same health and load as for forwarded requests.</summary>
internal sealed class BackendDestinations(
    IOptions<BackendOptions> options, DestinationLoad load, IProxyStateLookup proxy, IDestinationHealthUpdater health)
{
    /// <summary>How long an address that broke a connection gets no requests, unless all addresses of the backend did.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly FrozenDictionary<string, BackendAddress[]> _addresses = options.Value.Addresses.ToFrozenDictionary();

    /// <summary>The first address as configured: its host may be a name that is resolved for each call.</summary>
    public Uri FindBaseAddress(string backend) => _addresses[backend][0].Uri;

    /// <summary>Whether the backend may have several addresses, so that one is chosen for each call.</summary>
    public bool AreSeveral(string backend) => _addresses[backend] is not [{ IsResolved: false }];

    /// <summary>The current addresses of a backend; empty while its name cannot be resolved.</summary>
    public IEnumerable<Uri> FindAddresses(string backend) =>
        ClusterOf(backend).DestinationsState.AllDestinations.Select(each => new Uri(each.Model.Config.Address));

    /// <param name="backend">One of <see cref="BackendNames"/>.</param>
    /// <param name="exclude">Only chosen if there is no other.</param>
    /// <exception cref="HttpRequestException">The backend has no address.</exception>
    public DestinationState Choose(string backend, DestinationState? exclude) =>
        load.FindLeastBusy(ClusterOf(backend).DestinationsState.AvailableDestinations, exclude)
        ?? throw new HttpRequestException($"The {backend} service has no address: its name could not be resolved.");

    public DestinationCalls CallsTo(DestinationState destination) => load.CallsTo(destination);

    public void Avoid(string backend, DestinationState destination) =>
        health.SetPassive(ClusterOf(backend), destination, DestinationHealth.Unhealthy, Pause);

    private ClusterState ClusterOf(string backend) => proxy.TryGetCluster(backend, out var cluster)
        ? cluster
        : throw new InvalidOperationException($"There is no backend {backend}.");
}
