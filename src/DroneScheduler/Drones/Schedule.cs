using DroneDelivery.SampleData;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>The fleet, and which drone flies which delivery.</summary>
/// <remarks>Assignments are made from the world when asked for: a month of one owner costs microseconds.</remarks>
internal sealed class Schedule(World world)
{
    private readonly Dictionary<string, Drone> _drones = world.Drones.ToDictionary(drone => drone.DroneId);

    public IReadOnlyList<Drone> Drones => world.Drones;

    public Drone? Find(string droneId) => _drones.GetValueOrDefault(droneId);

    /// <summary>The assignments of one owner in one month by start, or null when there is no such owner.</summary>
    public IReadOnlyList<Assignment>? Of(OwnerMonth asked)
    {
        if (!world.HasOwner(asked.OwnerId))
        {
            return null;
        }

        var deliveries = world.DeliveriesOf(asked.OwnerId, asked.Year, asked.Month);
        return [.. deliveries.Select(Assignment.For).OrderBy(assignment => assignment.From)];
    }
}
