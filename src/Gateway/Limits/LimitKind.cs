namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of a plan.</summary>
internal enum LimitKind
{
    None,

    /// <summary>Requests per second, with a burst.</summary>
    Rate,

    /// <summary>Requests from midnight to midnight, UTC.</summary>
    Day,

    /// <summary>The number of requests in flight.</summary>
    Concurrency,
}
