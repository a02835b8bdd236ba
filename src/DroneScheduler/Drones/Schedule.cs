using DroneDelivery.SampleData;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>The fleet, and which drone flies which delivery.</summary>
/// <remarks>Assignments are computed from the sample data per request: a month of one owner takes microseconds.</remarks>
internal sealed class Schedule(World world)
{
    private readonly Dictionary<string, Drone> _drones = world.Drones.ToDictionary(drone => drone.DroneId);

    public IReadOnlyList<Drone> Drones => world.Drones;

    public Drone? Find(string droneId) => _drones.GetValueOrDefault(droneId);

    /// <summary>The assignments of one owner in one month by start, or null when there is no such owner.</summary>
    public IReadOnlyList<Assignment>? FindMonth(OwnerMonth month)
    {
        if (!world.HasOwner(month.OwnerId))
        {
            return null;
        }

        var deliveries = world.DeliveriesOf(month.OwnerId, month.Year, month.Month);
        return [.. deliveries.Select(Assignment.FromDelivery).OrderBy(assignment => assignment.From)];
    }
}
