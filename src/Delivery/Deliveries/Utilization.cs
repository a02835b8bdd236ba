namespace DroneDelivery.Delivery.Deliveries;

/// <summary>How much an owner's drones flew in one month.</summary>
internal sealed record Utilization(
    string OwnerId, int Year, int Month, int Deliveries, decimal MilesTraveled, decimal HoursAssigned)
{
    public static Utilization None(OwnerMonth asked) => new(asked.OwnerId, asked.Year, asked.Month, 0, 0, 0);

    public Utilization Plus(Flight flight) => this with
    {
        Deliveries = Deliveries + 1,
        MilesTraveled = MilesTraveled + flight.MilesTraveled,
        HoursAssigned = HoursAssigned + flight.HoursAssigned,
    };
}

/// <summary>The part of a delivery document that is added up.</summary>
internal sealed record Flight(decimal MilesTraveled, decimal HoursAssigned);
