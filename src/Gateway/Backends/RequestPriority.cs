namespace DroneDelivery.Gateway.Backends;

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
