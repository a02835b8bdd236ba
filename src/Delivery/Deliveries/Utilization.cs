using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Deliveries;

/// <summary>How much an owner's drones flew in one month.</summary>
internal sealed record Utilization(
    string OwnerId, int Year, int Month, int Deliveries, decimal MilesTraveled, decimal HoursAssigned)
{
    public static ValueTask<Utilization> SumAsync(
        OwnerMonth month, IAsyncEnumerable<Flight> flights, CancellationToken cancellationToken) => flights.AggregateAsync(
        new Utilization(month.OwnerId, month.Year, month.Month, 0, 0, 0), (sum, flight) => sum.Plus(flight), cancellationToken);

    private Utilization Plus(Flight flight) => this with
    {
        Deliveries = Deliveries + 1,
        MilesTraveled = MilesTraveled + flight.MilesTraveled,
        HoursAssigned = HoursAssigned + flight.HoursAssigned,
    };
}
