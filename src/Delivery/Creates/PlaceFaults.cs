using System.ComponentModel.DataAnnotations;
using DroneDelivery.Delivery.Deliveries;

namespace DroneDelivery.Delivery.Creates;

internal static class PlaceFaults
{
    public static IEnumerable<ValidationResult> Of(string name, Place? place) => place is null
        ? [new("The place is missing: address, latitude and longitude.", [name])]
        : [.. TextFaults.Of($"{name}.address", place.Address), .. OfPosition(name, place.Latitude, place.Longitude)];

    public static IEnumerable<ValidationResult> Of(string name, IReadOnlyList<Waypoint>? route, int most) =>
        route is null || route.Count > most
            ? [new($"The route must have 0 to {most} points, not {route?.Count.ToString() ?? "none at all"}.", [name])]
            : route.SelectMany((point, i) => OfPoint($"{name}[{i}]", point));

    // A null in the request's list is a null here, whatever the type says.
    private static IEnumerable<ValidationResult> OfPoint(string name, Waypoint? point) => point is null
        ? [new("The point is missing: latitude and longitude.", [name])]
        : OfPosition(name, point.Latitude, point.Longitude);

    private static IEnumerable<ValidationResult> OfPosition(string name, decimal latitude, decimal longitude)
    {
        if (latitude is < -90 or > 90)
        {
            yield return new($"{latitude} is no latitude from -90 to 90 degrees.", [$"{name}.latitude"]);
        }

        if (longitude is < -180 or > 180)
        {
            yield return new($"{longitude} is no longitude from -180 to 180 degrees.", [$"{name}.longitude"]);
        }
    }
}
