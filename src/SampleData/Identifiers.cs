using System.Globalization;

namespace DroneDelivery.SampleData;

/// <summary>Converts numbers to public ids and back.</summary>
internal static class Identifiers
{
    private const string DeliveryPrefix = "d-";
    private const string DronePrefix = "drone-";
    private const string OwnerPrefix = "owner-";
    private const string ParcelPrefix = "p-";

    public static string Delivery(int number) => string.Create(CultureInfo.InvariantCulture, $"{DeliveryPrefix}{number:D7}");

    public static string Drone(int number) => string.Create(CultureInfo.InvariantCulture, $"{DronePrefix}{number:D3}");

    public static string Owner(int number) => string.Create(CultureInfo.InvariantCulture, $"{OwnerPrefix}{number:D4}");

    public static string Parcel(int number) => string.Create(CultureInfo.InvariantCulture, $"{ParcelPrefix}{number:D7}");

    public static int? OwnerNumber(string id) => NumberIn(id, OwnerPrefix, Owner);

    public static int? ParcelNumber(string id) => NumberIn(id, ParcelPrefix, Parcel);

    // Only the canonical form is an id: "owner-1" is not.
    private static int? NumberIn(string id, string prefix, Func<int, string> format) =>
        id.StartsWith(prefix, StringComparison.Ordinal)
        && int.TryParse(id.AsSpan(prefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && format(number) == id
            ? number
            : null;
}
