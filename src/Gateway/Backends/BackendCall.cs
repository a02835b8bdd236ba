using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// A request to a backend, forwarded or for an invoice. Each attempt is sent to the destination with the fewest requests in
/// flight, a second attempt to another destination if there is one.
/// </summary>
internal sealed class BackendCall(BackendDestinations destinations, ClusterState cluster)
{
    private DestinationState? _latest;
    private bool _mayRetry;

    public string Backend => cluster.ClusterId;

    public ClusterModel Cluster => cluster.Model;

    /// <summary>The response that <see cref="Discards"/> was true for.</summary>
    public BackendFailure? Discarded { get; private set; }

    /// <summary>Begins an attempt, which <see cref="End"/> must end.</summary>
    /// <returns>The destination of the attempt; null if the backend has none, because its name could not be resolved.</returns>
    public DestinationState? Begin()
    {
        // With a single destination, the number of requests in flight is not needed.
        if (cluster.DestinationsState.AllDestinations is [var only])
        {
            _latest = null;
            return only;
        }

        _latest = destinations.Choose(cluster, exclude: _latest);
        if (_latest is not null)
        {
            Interlocked.Increment(ref destinations.InFlightAt(_latest));
        }

        return _latest;
    }

    /// <param name="failure">Null if the backend responded, with any status.</param>
    public void End(BackendFailure? failure)
    {
        if (_latest is null)
        {
            return;
        }

        Interlocked.Decrement(ref destinations.InFlightAt(_latest));
        if (failure is { IsOfConnection: true } && cluster.Destinations.Count > 1)
        {
            destinations.Avoid(cluster, _latest);
        }
    }

    /// <summary>Allows one retry of a forwarded read.</summary>
    /// <returns>Whether there is another destination to which it can be sent.</returns>
    public bool AllowRetry() => _mayRetry = cluster.DestinationsState.AvailableDestinations.Count > 1;

    /// <summary>Whether a response is not forwarded, because the request is sent again.</summary>
    public bool Discards(HttpResponseMessage response)
    {
        var failure = _mayRetry ? BackendFailure.FromResponse(Backend, response) : null;
        Discarded = failure is { CanRetry: true } ? failure : null;
        return Discarded is not null;
    }

    /// <summary>Whether the failed request is sent again. Returns true at most once.</summary>
    public bool TryRetry(BackendFailure? failure)
    {
        var retries = _mayRetry && failure is { CanRetry: true };
        (_mayRetry, Discarded) = (false, null);
        return retries;
    }
}
