namespace DroneDelivery.Delivery.Storage;

/// <summary>The values of <see cref="Delivery.Status"/>.</summary>
internal static class DeliveryStatus
{
    public const string Delivered = "delivered";
    public const string Returned = "returned";
}
