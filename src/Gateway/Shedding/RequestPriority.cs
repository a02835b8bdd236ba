namespace DroneDelivery.Gateway.Shedding;

/// <summary>Who is refused first when a backend has much to do, the first of all first.</summary>
internal enum RequestPriority
{
    /// <summary>A request of low priority whose caller does not pay.</summary>
    LowUnpaid,

    /// <summary>An endpoint's, for callers who pay.</summary>
    Low,

    /// <summary>A request of high priority whose caller does not pay.</summary>
    HighUnpaid,

    /// <summary>An endpoint's, for callers who pay. May use all of the limit.</summary>
    High,
}
