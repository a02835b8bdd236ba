using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Reports;

internal static class ReportEndpoint
{
    public static RouteGroupBuilder MapReports(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/report", GetReportAsync)
            .WithSummary("Adds up all flights of a month, for each owner.")
            .WithDescription("Reads every delivery of the month from every partition: expensive, and nearly 1 MB.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Ok<MonthReport>> GetReportAsync(
        [AsParameters] ReportedMonth month, DeliveryStore store, AnswerCache cache, CancellationToken cancellationToken) =>
        TypedResults.Ok(await cache.GetAsync(
            month, async token => MonthReport.FromFlights(month, await store.ListFlightsAsync(month, token)), cancellationToken));
}
