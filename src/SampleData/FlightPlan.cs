namespace DroneDelivery.SampleData;

/// <summary>A position in 1/100,000 degree: whole numbers, so that sums are the same everywhere.</summary>
internal readonly record struct GeoPoint(int Latitude, int Longitude)
{
    public decimal LatitudeDegrees => Degrees(Latitude);

    public decimal LongitudeDegrees => Degrees(Longitude);

    private static decimal Degrees(int value) => new(Math.Abs(value), 0, 0, value < 0, scale: 5);
}

/// <summary>From the base to the pickup, along waypoints to the dropoff, and back to the base.</summary>
internal sealed class FlightPlan
{
    private const int MinWaypoints = 8;
    private const int MaxWaypoints = 9;
    private const int Drift = 800;
    private const double MilesPerDegreeOfLatitude = 69.0;
    private const double UnitsPerDegree = 100_000;

    private readonly DroneBase _home;

    public FlightPlan(DroneBase home, GeoPoint pickup, GeoPoint dropoff, ref SeededSequence random)
    {
        _home = home;
        var route = new Waypoint[random.Next(MinWaypoints, MaxWaypoints + 1)];
        var start = new GeoPoint(home.Latitude, home.Longitude);
        var previous = pickup;
        var miles = MilesBetween(start, pickup);
        for (var i = 0; i < route.Length; i++)
        {
            var point = PointOf(i, route.Length, pickup, dropoff, ref random);
            route[i] = new Waypoint(point.LatitudeDegrees, point.LongitudeDegrees, random.Next(10, 40) * 10);
            miles += MilesBetween(previous, point);
            previous = point;
        }

        Route = route;
        TenthsOfMile = (int)Math.Round((miles + MilesBetween(dropoff, start)) * 10);
    }

    public IReadOnlyList<Waypoint> Route { get; }

    public int TenthsOfMile { get; }

    // The first point is the pickup and the last the dropoff; those between drift off the straight line.
    private static GeoPoint PointOf(int index, int count, GeoPoint pickup, GeoPoint dropoff, ref SeededSequence random)
    {
        var last = count - 1;
        var drift = index == 0 || index == last ? 0 : Drift;
        return new GeoPoint(
            pickup.Latitude + ((dropoff.Latitude - pickup.Latitude) * index / last) + random.Next(-drift, drift + 1),
            pickup.Longitude + ((dropoff.Longitude - pickup.Longitude) * index / last) + random.Next(-drift, drift + 1));
    }

    private double MilesBetween(GeoPoint from, GeoPoint to)
    {
        var north = (to.Latitude - from.Latitude) / UnitsPerDegree * MilesPerDegreeOfLatitude;
        var east = (to.Longitude - from.Longitude) / UnitsPerDegree * _home.MilesPerDegreeOfLongitude;
        return Math.Sqrt((north * north) + (east * east));
    }
}
