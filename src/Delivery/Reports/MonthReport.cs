using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Delivery.Reports;

/// <summary>All flights of a month, added up for each owner and for all of them.</summary>
internal sealed record MonthReport(
    int Year,
    int Month,
    int Deliveries,
    int Returned,
    decimal MilesTraveled,
    decimal HoursAssigned,
    IReadOnlyList<OwnerReport> Owners)
{
    /// <summary>Owners and flights in the order of their ids, so that the same flights always make the same report.</summary>
    public static MonthReport FromFlights(ReportedMonth month, IReadOnlyList<ReportedFlight> flights) => FromOwners(
        month.Year,
        month.Month,
        [
            .. flights
                .GroupBy(flight => flight.OwnerId, StringComparer.Ordinal)
                .OrderBy(owner => owner.Key, StringComparer.Ordinal)
                .Select(owner => OwnerReport.FromFlights(owner.Key, [.. owner])),
        ]);

    /// <summary>The report of these owners alone, sums included.</summary>
    public MonthReport RestrictTo(AllowedOwners allowed) =>
        allowed.AreAll ? this : FromOwners(Year, Month, [.. Owners.Where(owner => allowed.Include(owner.OwnerId))]);

    private static MonthReport FromOwners(int year, int month, OwnerReport[] owners) => new(
        year,
        month,
        owners.Sum(owner => owner.Deliveries),
        owners.Sum(owner => owner.Returned),
        owners.Sum(owner => owner.MilesTraveled),
        owners.Sum(owner => owner.HoursAssigned),
        owners);
}

/// <summary>One owner's part of a month.</summary>
internal sealed record OwnerReport(
    string OwnerId, int Deliveries, int Returned, decimal MilesTraveled, decimal HoursAssigned, IReadOnlyList<FlightLine> Flights)
{
    public static OwnerReport FromFlights(string ownerId, IReadOnlyList<ReportedFlight> flights) => new(
        ownerId,
        flights.Count,
        flights.Count(flight => flight.IsReturned),
        flights.Sum(flight => flight.MilesTraveled),
        flights.Sum(flight => flight.HoursAssigned),
        [.. flights.OrderBy(flight => flight.DeliveryId, StringComparer.Ordinal).Select(FlightLine.FromFlight)]);
}

internal sealed record FlightLine(string DeliveryId, string DroneId, decimal MilesTraveled, decimal HoursAssigned)
{
    public static FlightLine FromFlight(ReportedFlight flight) =>
        new(flight.DeliveryId, flight.DroneId, flight.MilesTraveled, flight.HoursAssigned);
}
