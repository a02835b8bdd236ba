using DroneDelivery.SampleData;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>The reservation of a drone for one delivery.</summary>
internal sealed record Assignment(
    string DroneId, string DeliveryId, string OwnerId, DateTimeOffset From, DateTimeOffset Until, decimal Hours)
{
    public static Assignment FromDelivery(Delivery delivery) => new(
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
    public static DroneSummary FromAssignments(OwnerMonth month, IReadOnlyCollection<Assignment> assignments) => new(
        month.OwnerId,
        month.Year,
        month.Month,
        assignments.Count,
        assignments.DistinctBy(assignment => assignment.DroneId).Count(),
        assignments.Sum(assignment => assignment.Hours));
}
