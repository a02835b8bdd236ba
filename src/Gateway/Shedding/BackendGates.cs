using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>The gates of all backends.</summary>
/// <param name="shares">The shares of each limit that requests of each priority may use.</param>
/// <param name="createLimit">Creates the limit of a backend.</param>
internal sealed class BackendGates(PriorityShares shares, Func<string, IConcurrencyLimit> createLimit)
{
    /// <summary>
    /// The gates, in the order in which permits are taken. The backend that is usually the slowest comes first, because a request
    /// refused there has taken no other permit.
    /// </summary>
    public BackendGate[] All { get; } =
    [
        Gate(BackendNames.Delivery, shares, createLimit),
        Gate(BackendNames.Package, shares, createLimit),
        Gate(BackendNames.DroneScheduler, shares, createLimit),
    ];

    private static BackendGate Gate(string backend, PriorityShares shares, Func<string, IConcurrencyLimit> createLimit) =>
        new(backend, createLimit(backend), shares);
}
