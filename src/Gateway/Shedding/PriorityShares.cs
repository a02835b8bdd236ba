using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// The shares of a backend's limit, in percent, that requests of each priority may use. Requests of high priority whose caller
/// has a paying plan may use all of it.
/// </summary>
internal readonly record struct PriorityShares(int LowUnpaid, int Low, int HighUnpaid)
{
    public int PercentFor(RequestPriority priority) => priority switch
    {
        RequestPriority.LowUnpaid => LowUnpaid,
        RequestPriority.Low => Low,
        RequestPriority.HighUnpaid => HighUnpaid,
        _ => 100,
    };

    /// <param name="endpoint">
    /// The priority of the endpoint: <see cref="RequestPriority.Low"/> or <see cref="RequestPriority.High"/>.
    /// </param>
    /// <param name="caller">Null if keys are not required; every caller then counts as paying.</param>
    public static RequestPriority ForRequest(RequestPriority endpoint, Caller? caller) =>
        caller is null or { Plan.IsPaying: true } ? endpoint
        : endpoint == RequestPriority.High ? RequestPriority.HighUnpaid
        : RequestPriority.LowUnpaid;
}
