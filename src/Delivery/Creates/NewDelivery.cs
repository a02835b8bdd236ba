using System.ComponentModel.DataAnnotations;
using DroneDelivery.Delivery.Deliveries;

namespace DroneDelivery.Delivery.Creates;

/// <summary>
/// What a caller says of a flight that is to be kept and invoiced. The month it counts in is that of the schedule, UTC.
/// </summary>
/// <remarks>Public because the generated validation passes over internal types. What is null was left out.</remarks>
public sealed record NewDelivery(
    string? OwnerId,
    string? DroneId,
    string? PackageId,
    Place? Pickup,
    Place? Dropoff,
    string? Status,
    decimal MilesTraveled,
    decimal HoursAssigned,
    DateTimeOffset ScheduledAt,
    DateTimeOffset CompletedAt,
    IReadOnlyList<Waypoint>? Route) : IValidatableObject
{
    private const decimal MostMiles = 1_000;
    private const decimal MostHours = 100;
    private const int MostWaypoints = 1_000;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. TextFaults.Of("ownerId", OwnerId),
        .. TextFaults.Of("droneId", DroneId),
        .. TextFaults.Of("packageId", PackageId),
        .. PlaceFaults.Of("pickup", Pickup),
        .. PlaceFaults.Of("dropoff", Dropoff),
        .. PlaceFaults.Of("route", Route, MostWaypoints),
        .. FaultsOfFigures(),
        .. FaultsOfTimes(),
    ];

    private IEnumerable<ValidationResult> FaultsOfFigures()
    {
        if (Status is not (DeliveryStatus.Delivered or DeliveryStatus.Returned))
        {
            yield return new(
                $"The status must be {DeliveryStatus.Delivered} or {DeliveryStatus.Returned}, not \"{Status}\".", ["status"]);
        }

        if (MilesTraveled is <= 0 or > MostMiles)
        {
            yield return new($"{MilesTraveled} is no distance above 0 and up to {MostMiles} miles.", ["milesTraveled"]);
        }

        if (HoursAssigned is <= 0 or > MostHours)
        {
            yield return new($"{HoursAssigned} is no time above 0 and up to {MostHours} hours.", ["hoursAssigned"]);
        }
    }

    private IEnumerable<ValidationResult> FaultsOfTimes()
    {
        if (ScheduledAt.UtcDateTime.Year is < 2000 or > 2999)
        {
            yield return new($"{ScheduledAt:O} is not in a year from 2000 to 2999.", ["scheduledAt"]);
        }

        if (CompletedAt < ScheduledAt)
        {
            yield return new($"{CompletedAt:O} is before scheduledAt, {ScheduledAt:O}.", ["completedAt"]);
        }
    }
}
