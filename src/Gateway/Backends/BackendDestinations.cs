using System.Runtime.CompilerServices;
using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// The destinations of all backends, with their requests in flight: forwarded requests, and calls for invoices. Safe for
/// concurrent use.
/// </summary>
internal sealed class BackendDestinations(IProxyStateLookup proxy, IDestinationHealthUpdater health)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>One broken connection may not take an address out of service for a long interval between checks.</summary>
    private static readonly TimeSpan MaxAvoided = TimeSpan.FromSeconds(5);

    // Destinations are added and removed while the gateway runs.
    private readonly ConditionalWeakTable<DestinationState, StrongBox<int>> _inFlight = [];

    private int _turn;

    /// <param name="backend">One of <see cref="BackendNames"/>.</param>
    public ClusterState Find(string backend) => proxy.TryGetCluster(backend, out var cluster)
        ? cluster
        : throw new InvalidOperationException($"There is no backend {backend}.");

    /// <summary>
    /// Returns the available destination with the fewest requests in flight; ties are broken in rotation. Null if there is none.
    /// </summary>
    /// <param name="exclude">A destination that is only chosen if there is no other.</param>
    public DestinationState? Choose(ClusterState cluster, DestinationState? exclude)
    {
        var available = cluster.DestinationsState.AvailableDestinations;
        // A lost increment is harmless: the rotation only prevents all requests from going to the first destination.
        var (start, count) = (unchecked((uint)_turn++), (uint)available.Count);
        DestinationState? chosen = null;
        var min = int.MaxValue;
        for (uint i = 0; i < count; i++)
        {
            var destination = available[(int)((start + i) % count)];
            var inFlight = Volatile.Read(ref InFlightAt(destination));
            if (inFlight < min && destination != exclude)
            {
                (chosen, min) = (destination, inFlight);
            }
        }

        return chosen ?? (count > 0 ? exclude : null);
    }

    public ref int InFlightAt(DestinationState destination) => ref _inFlight.GetOrCreateValue(destination).Value;

    /// <summary>
    /// The destination gets no requests until a health check succeeds; without frequent health checks for a second. If all
    /// destinations of the backend are avoided, all are used.
    /// </summary>
    public void Avoid(ClusterState cluster, DestinationState destination)
    {
        if (cluster.Model.Config.HealthCheck?.Active is { Enabled: true } checks && checks.Interval <= MaxAvoided)
        {
            health.SetActive(cluster, [new NewActiveDestinationHealth(destination, DestinationHealth.Unhealthy)]);
        }
        else
        {
            health.SetPassive(cluster, destination, DestinationHealth.Unhealthy, Pause);
        }
    }
}
