using System.Globalization;

namespace DroneDelivery.SampleData;

/// <summary>Generates the delivery of a slot.</summary>
internal static class DeliveryMaker
{
    private const int MaxDistanceFromBase = 8_000;
    private const int PercentReturned = 4;

    private static readonly string[] Streets =
    [
        "Cedar Street", "Harbor Avenue", "Mill Road", "Orchard Lane", "Prospect Street", "Quarry Road", "River Drive",
        "School Street", "Station Road", "Summit Avenue", "Union Street", "Walnut Avenue",
    ];

    public static Delivery Make(long seed, Fleet fleet, DeliverySlot slot)
    {
        var random = Sequence(seed, slot);
        var status = DrawReturned(ref random) ? DeliveryStatus.Returned : DeliveryStatus.Delivered;
        var drone = fleet.PickFor(slot.Owner, ref random);
        var home = fleet.BaseOf(slot.Owner);
        var pickup = PointNear(home, ref random);
        var dropoff = PointNear(home, ref random);
        var plan = new FlightPlan(home, pickup, dropoff, ref random);
        var minutes = (plan.TenthsOfMile * 6 / drone.CruiseMilesPerHour) + random.Next(12, 40);
        var scheduled = DrawStart(slot.Month, ref random);

        return new Delivery(
            Identifiers.Delivery(slot.Number),
            Identifiers.Owner(slot.Owner),
            slot.Month.Year,
            slot.Month.Month,
            drone.DroneId,
            Identifiers.Parcel(slot.Number),
            PlaceAt(pickup, home, ref random),
            PlaceAt(dropoff, home, ref random),
            status,
            new decimal(plan.TenthsOfMile, 0, 0, isNegative: false, scale: 1),
            new decimal(minutes * 100 / 60, 0, 0, isNegative: false, scale: 2),
            scheduled,
            scheduled.AddMinutes(minutes),
            plan.Route);
    }

    public static bool IsReturned(long seed, DeliverySlot slot)
    {
        var random = Sequence(seed, slot);
        return DrawReturned(ref random);
    }

    private static SeededSequence Sequence(long seed, DeliverySlot slot) => new(seed, SequenceUse.Delivery, slot.Number);

    // The first draw of a delivery's sequence: the summary needs no other.
    private static bool DrawReturned(ref SeededSequence random) => random.Next(0, 100) < PercentReturned;

    private static GeoPoint PointNear(DroneBase home, ref SeededSequence random) => new(
        home.Latitude + random.Next(-MaxDistanceFromBase, MaxDistanceFromBase),
        home.Longitude + random.Next(-MaxDistanceFromBase, MaxDistanceFromBase));

    // Between 06:00 and 20:00, so that the longest delivery ends on the same day.
    private static DateTimeOffset DrawStart(YearMonth month, ref SeededSequence random) =>
        new DateTimeOffset(month.Year, month.Month, random.Next(1, month.Days + 1), 6, 0, 0, TimeSpan.Zero)
            .AddMinutes(random.Next(0, 14 * 60));

    private static Place PlaceAt(GeoPoint point, DroneBase home, ref SeededSequence random)
    {
        var (number, street) = (random.Next(1, 999), random.Pick<string>(Streets));
        var address = string.Create(CultureInfo.InvariantCulture, $"{number} {street}, {home.Name}");
        return new Place(address, point.LatitudeDegrees, point.LongitudeDegrees);
    }
}
