namespace DroneDelivery.Delivery.Summaries;

/// <summary>How many deliveries an owner had in one month, and how many of them came back.</summary>
internal sealed record DeliverySummary(string OwnerId, int Year, int Month, int Deliveries, int Returned);
