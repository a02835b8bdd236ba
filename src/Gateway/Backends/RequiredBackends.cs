namespace DroneDelivery.Gateway.Backends;

/// <summary>The names of the backends, as used in traces and in problem details.</summary>
internal static class BackendNames
{
    public const string Delivery = "delivery";
    public const string DroneScheduler = "drone-scheduler";
    public const string Package = "package";

    public static readonly string[] All = [Delivery, DroneScheduler, Package];
}

/// <summary>
/// Endpoint metadata: the backends that a request to the endpoint needs. Requests to an endpoint without this metadata are never
/// refused.
/// </summary>
internal sealed record RequiredBackends(RequestPriority Priority, params string[] Backends)
{
    public bool Includes(string backend) => Array.IndexOf(Backends, backend) >= 0;
}

/// <summary>The order in which requests are refused when a backend is busy: the lowest value is refused first.</summary>
internal enum RequestPriority
{
    /// <summary>A request to an endpoint of low priority, with an unpaid plan.</summary>
    LowUnpaid,

    /// <summary>The low priority of an endpoint, and of requests to it with a paying plan.</summary>
    Low,

    /// <summary>A request to an endpoint of high priority, with an unpaid plan.</summary>
    HighUnpaid,

    /// <summary>
    /// The high priority of an endpoint, and of requests to it with a paying plan. They may use all of the limit.
    /// </summary>
    High,
}
