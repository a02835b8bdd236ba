namespace DroneDelivery.Delivery.Deliveries;

/// <summary>An owner's deliveries of one month, sorted by id. In the sample data an owner has two to seven a month, 1 KB each.</summary>
internal sealed record DeliveryList(string OwnerId, int Year, int Month, IReadOnlyList<Storage.Delivery> Deliveries);
