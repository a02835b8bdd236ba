using DroneDelivery.Gateway.Backends;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>The gates of all backends.</summary>
internal sealed class BackendGates(IOptions<SheddingOptions> options, TimeProvider time)
{
    /// <summary>
    /// The gates, in the order in which permits are taken. The backend that is usually the slowest comes first, because a request
    /// refused there has taken no other permit.
    /// </summary>
    public BackendGate[] All { get; } =
    [
        Gate(BackendNames.Delivery, options.Value, time),
        Gate(BackendNames.Package, options.Value, time),
        Gate(BackendNames.DroneScheduler, options.Value, time),
    ];

    private static BackendGate Gate(string backend, SheddingOptions options, TimeProvider time) =>
        new(backend, LimitBy(options, time), options.Shares);

    private static IConcurrencyLimit LimitBy(SheddingOptions options, TimeProvider time) => options.Mode switch
    {
        SheddingOptions.None => FixedLimit.None,
        SheddingOptions.Fixed => new FixedLimit(options.Limit),
        _ => new GradientLimit(options, time),
    };
}
