namespace DroneDelivery.Delivery.Deliveries;

/// <summary>An owner's deliveries of one month, by id. The sample data has two to seven of them, 1 KB each.</summary>
internal sealed record DeliveryList(string OwnerId, int Year, int Month, IReadOnlyList<Storage.Delivery> Deliveries);
