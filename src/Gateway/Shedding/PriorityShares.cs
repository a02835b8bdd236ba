using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// The parts of a backend's limit, in per cent, that requests may use; those of high priority whose caller pays, all of it.
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
    /// What the endpoint asks for: <see cref="RequestPriority.Low"/> or <see cref="RequestPriority.High"/>.
    /// </param>
    /// <param name="caller">Null where keys are not asked for: then everybody counts as paying.</param>
    public static RequestPriority Of(RequestPriority endpoint, Caller? caller) =>
        caller is null or { Plan.IsPaying: true } ? endpoint
        : endpoint == RequestPriority.High ? RequestPriority.HighUnpaid
        : RequestPriority.LowUnpaid;
}
