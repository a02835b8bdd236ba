using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>Counts the requests in flight at one backend, and admits no more than its limit. Safe for concurrent use.</summary>
internal sealed class BackendGate(string backend, IConcurrencyLimit limit, PriorityShares shares)
{
    private int _inFlight;

    public string Backend => backend;

    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>The maximum number of requests in flight; null if there is no limit.</summary>
    public int? Limit => ReferenceEquals(limit, FixedLimit.None) ? null : limit.Current;

    /// <summary>Takes a permit, if one is free. If the result is true, <see cref="Leave"/> must be called exactly once.</summary>
    public bool TryEnter(RequestPriority priority)
    {
        var max = MaxFor(priority);
        var current = InFlight;
        while (current < max)
        {
            var seen = Interlocked.CompareExchange(ref _inFlight, current + 1, current);
            if (seen == current)
            {
                return true;
            }

            current = seen;
        }

        limit.RecordRefusal();
        return false;
    }

    /// <param name="duration">The time for which the request held the permit.</param>
    /// <param name="outcome">The outcome of the request at the backend.</param>
    public void Leave(TimeSpan duration, CallOutcome outcome) =>
        limit.Record(duration, outcome, Interlocked.Decrement(ref _inFlight) + 1);

    // Rounded up, so that a limit of 1 admits requests of every priority.
    private long MaxFor(RequestPriority priority) =>
        (((long)limit.Current * shares.PercentFor(priority)) + 99) / 100;
}

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
