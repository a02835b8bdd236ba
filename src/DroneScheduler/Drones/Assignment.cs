using DroneDelivery.SampleData;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>A drone that is kept for one delivery, and for how long.</summary>
internal sealed record Assignment(
    string DroneId, string DeliveryId, string OwnerId, DateTimeOffset From, DateTimeOffset Until, decimal Hours)
{
    public static Assignment For(Delivery delivery) => new(
        delivery.DroneId,
        delivery.DeliveryId,
        delivery.OwnerId,
        delivery.ScheduledAt,
        delivery.CompletedAt,
        delivery.HoursAssigned);
}

/// <summary>The drones that flew for an owner in one month.</summary>
internal sealed record DroneSummary(string OwnerId, int Year, int Month, int Assignments, int Drones, decimal HoursAssigned)
{
    public static DroneSummary Of(OwnerMonth asked, IReadOnlyCollection<Assignment> assignments) => new(
        asked.OwnerId,
        asked.Year,
        asked.Month,
        assignments.Count,
        assignments.DistinctBy(assignment => assignment.DroneId).Count(),
        assignments.Sum(assignment => assignment.Hours));
}
