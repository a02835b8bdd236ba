namespace DroneDelivery.Delivery.Storage;

/// <summary>The values of the property <c>origin</c>; documents of the sample data do not have it.</summary>
internal static class DeliveryOrigin
{
    /// <summary>A client created the delivery by a request.</summary>
    public const string Request = "request";
}
