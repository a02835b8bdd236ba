namespace DroneDelivery.Delivery.Deliveries;

/// <summary>An owner's deliveries of one month, in the order of their ids. In the sample data two to seven, 1 KB each.</summary>
internal sealed record DeliveryList(string OwnerId, int Year, int Month, IReadOnlyList<Storage.Delivery> Deliveries);
