namespace DroneDelivery.TestSupport;

/// <summary>The body of a request that creates a delivery.</summary>
public static class NewDelivery
{
    public static object Create(
        string owner = "owner-0001",
        decimal miles = 4.5m,
        string status = "delivered",
        string scheduled = "2025-03-04T10:00:00Z",
        string completed = "2025-03-04T10:30:00Z") => new
        {
            ownerId = owner,
            droneId = "drone-001",
            packageId = "p-0000001",
            pickup = new { address = "1 Mill Road", latitude = 52.1, longitude = 4.2 },
            dropoff = new { address = "2 Mill Road", latitude = 52.2, longitude = 4.3 },
            status,
            milesTraveled = miles,
            hoursAssigned = 0.5,
            scheduledAt = scheduled,
            completedAt = completed,
            route = new[] { new { latitude = 52.1, longitude = 4.2, altitudeFeet = 300 } },
        };
}
