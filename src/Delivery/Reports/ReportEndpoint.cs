using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Reports;

internal static class ReportEndpoint
{
    // A line of the report in memory, with its texts.
    private const long EstimatedBytesOfFlight = 250;

    public static RouteGroupBuilder MapReports(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/report", GetReportAsync)
            .WithSummary("Adds up all flights of a month, for each owner that the caller may see.")
            .WithDescription("Reads every delivery of the month from every partition: expensive, and nearly 1 MB.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Ok<MonthReport>> GetReportAsync(
        [AsParameters] ReportedMonth month,
        ForwardedCaller caller,
        DeliveryStore store,
        AnswerCache cache,
        CancellationToken cancellationToken)
    {
        var all = await cache.GetAsync(
            month,
            async token => MonthReport.FromFlights(month, await store.ListFlightsAsync(month, token)),
            report => (report.Deliveries + 1) * EstimatedBytesOfFlight,
            cancellationToken);
        return TypedResults.Ok(all.RestrictTo(caller.Owners));
    }
}
