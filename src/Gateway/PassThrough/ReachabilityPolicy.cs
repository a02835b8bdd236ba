using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// The passive health check policy: a destination that broke a connection gets no requests for
/// <see cref="BackendDestinations.Pause"/>, unless all destinations of the backend did.
/// </summary>
internal sealed class ReachabilityPolicy(IDestinationHealthUpdater health) : IPassiveHealthCheckPolicy
{
    public const string PolicyName = "Reachability";

    public string Name => PolicyName;

    public void RequestProxied(HttpContext context, ClusterState cluster, DestinationState destination)
    {
        if (cluster.Destinations.Count > 1
            && context.GetForwarderErrorFeature() is { Error: ForwarderError.Request or ForwarderError.ResponseBodyDestination })
        {
            health.SetPassive(cluster, destination, DestinationHealth.Unhealthy, BackendDestinations.Pause);
        }
    }
}
