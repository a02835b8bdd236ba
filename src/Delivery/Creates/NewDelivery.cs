using System.ComponentModel.DataAnnotations;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Delivery.Creates;

/// <summary>
/// The body of a request to create a delivery. Its month is that of the scheduled time in UTC.
/// </summary>
/// <remarks>
/// Public because the generated validation skips internal types. Null means that the client left the member out.
/// </remarks>
public sealed record NewDelivery(
    string? OwnerId,
    string? DroneId,
    string? PackageId,
    Location? Pickup,
    Location? Dropoff,
    string? Status,
    decimal MilesTraveled,
    decimal HoursAssigned,
    DateTimeOffset ScheduledAt,
    DateTimeOffset CompletedAt,
    IReadOnlyList<Waypoint>? Route) : IValidatableObject
{
    private const decimal MaxMiles = 1_000;
    private const decimal MaxHours = 100;
    private const int MaxWaypoints = 1_000;

    private static readonly TimeSpan MaxClockDifference = TimeSpan.FromMinutes(5);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Owner(OwnerId),
        .. TextErrors.Find("droneId", DroneId),
        .. TextErrors.Find("packageId", PackageId),
        .. LocationErrors.Find("pickup", Pickup),
        .. LocationErrors.Find("dropoff", Dropoff),
        .. LocationErrors.FindInRoute("route", Route, MaxWaypoints),
        .. FigureErrors(),
        .. TimeErrors(validationContext.GetService<TimeProvider>() ?? TimeProvider.System),
    ];

    private IEnumerable<ValidationResult> FigureErrors()
    {
        if (Status is not (DeliveryStatus.Delivered or DeliveryStatus.Returned))
        {
            yield return new(
                $"The status must be {DeliveryStatus.Delivered} or {DeliveryStatus.Returned}, not \"{Status}\".", ["status"]);
        }

        if (MilesTraveled is <= 0 or > MaxMiles)
        {
            yield return new($"{MilesTraveled} is not a distance above 0 and up to {MaxMiles} miles.", ["milesTraveled"]);
        }

        if (HoursAssigned is <= 0 or > MaxHours)
        {
            yield return new($"{HoursAssigned} is not a time above 0 and up to {MaxHours} hours.", ["hoursAssigned"]);
        }
    }

    private IEnumerable<ValidationResult> TimeErrors(TimeProvider time)
    {
        if (ScheduledAt.UtcDateTime.Year is < 2000 or > 2999)
        {
            yield return new($"{ScheduledAt:O} is not in a year from 2000 to 2999.", ["scheduledAt"]);
        }

        if (CompletedAt < ScheduledAt)
        {
            yield return new($"{CompletedAt:O} is before scheduledAt, {ScheduledAt:O}.", ["completedAt"]);
        }

        if (CompletedAt > time.GetUtcNow() + MaxClockDifference)
        {
            yield return new($"{CompletedAt:O} is in the future.", ["completedAt"]);
        }
    }
}
