namespace DroneDelivery.Gateway.Shedding;

/// <summary>Who is refused first when a backend has much to do.</summary>
internal enum RequestPriority
{
    /// <summary>May use a part of the limit only.</summary>
    Low,

    /// <summary>May use all of it.</summary>
    High,
}
