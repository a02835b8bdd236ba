using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.LoadBalancing;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>The proxy's own policy of least requests does not see the calls for invoices; this one does.</summary>
internal sealed class LeastBusyPolicy(DestinationLoad load) : ILoadBalancingPolicy
{
    public const string PolicyName = "LeastBusy";

    public string Name => PolicyName;

    public DestinationState? PickDestination(
        HttpContext context, ClusterState cluster, IReadOnlyList<DestinationState> availableDestinations) =>
        availableDestinations.Count == 0 ? null : load.LeastBusy(availableDestinations);
}
