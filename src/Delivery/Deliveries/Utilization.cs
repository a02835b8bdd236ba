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

/// <summary>
/// An owner's deliveries of one month, sorted by id. In the sample data an owner has two to seven a month, 1 KB each.
/// </summary>
internal sealed record DeliveryList(string OwnerId, int Year, int Month, IReadOnlyList<Storage.Delivery> Deliveries);
