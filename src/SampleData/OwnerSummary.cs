namespace DroneDelivery.SampleData;

/// <summary>The deliveries of one owner counted by month: one document per owner, whose <c>id</c> repeats the owner id.</summary>
public sealed record OwnerSummary(string OwnerId, IReadOnlyList<MonthSummary> Months);

/// <summary>How many deliveries a month had, and how many of them came back unopened.</summary>
public sealed record MonthSummary(int Year, int Month, int Deliveries, int Returned);
