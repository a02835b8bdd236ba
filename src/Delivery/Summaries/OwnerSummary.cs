namespace DroneDelivery.Delivery.Summaries;

/// <summary>The deliveries of one owner counted by month, as stored.</summary>
internal sealed record OwnerSummary(string OwnerId, IReadOnlyList<MonthCount> Months);

/// <summary>How many deliveries a month had, and how many of them came back.</summary>
internal sealed record MonthCount(int Year, int Month, int Deliveries, int Returned);
