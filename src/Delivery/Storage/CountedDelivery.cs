namespace DroneDelivery.Delivery.Storage;

/// <summary>The part of a delivery that a summary counts.</summary>
internal sealed record CountedDelivery(string DeliveryId, string OwnerId, int Year, int Month, string Status)
{
    public static CountedDelivery FromDelivery(Delivery delivery) =>
        new(delivery.DeliveryId, delivery.OwnerId, delivery.Year, delivery.Month, delivery.Status);
}
