using System.ComponentModel.DataAnnotations;
using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Creates;

internal static class LocationErrors
{
    public static IEnumerable<ValidationResult> Find(string name, Location? location) => location is null
        ? [new("The location is missing. It needs address, latitude and longitude.", [name])]
        : [
            .. TextErrors.Find($"{name}.address", location.Address),
            .. FindInPosition(name, location.Latitude, location.Longitude),
        ];

    public static IEnumerable<ValidationResult> FindInRoute(string name, IReadOnlyList<Waypoint>? route, int maxCount) =>
        route is null ? [new($"The route is missing: send a list of 0 to {maxCount} points.", [name])]
            : route.Count > maxCount ? [new($"The route must have 0 to {maxCount} points, not {route.Count}.", [name])]
            : route.SelectMany((point, i) => FindInPoint($"{name}[{i}]", point));

    // A null in the JSON list arrives as null, although the type is not nullable.
    private static IEnumerable<ValidationResult> FindInPoint(string name, Waypoint? point) => point is null
        ? [new("The point is missing. It needs latitude and longitude.", [name])]
        : FindInPosition(name, point.Latitude, point.Longitude);

    private static IEnumerable<ValidationResult> FindInPosition(string name, decimal latitude, decimal longitude)
    {
        if (latitude is < -90 or > 90)
        {
            yield return new($"{latitude} is not a latitude from -90 to 90 degrees.", [$"{name}.latitude"]);
        }

        if (longitude is < -180 or > 180)
        {
            yield return new($"{longitude} is not a longitude from -180 to 180 degrees.", [$"{name}.longitude"]);
        }
    }
}
