using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Deliveries;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Reports;

internal static class ReportEndpoint
{
    public static RouteGroupBuilder MapReports(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/report", GetReportAsync)
            .WithSummary("Adds up all flights of a month, for each owner.")
            .WithDescription("Reads every delivery of the month from every partition: dear, and nearly 1 MB.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Ok<MonthReport>> GetReportAsync(
        [AsParameters] ReportedMonth asked, DeliveryStore store, AnswerCache cache, CancellationToken cancellationToken) =>
        TypedResults.Ok(await cache.GetAsync(
            asked, async token => MonthReport.Of(asked, await store.ListFlightsAsync(asked, token)), cancellationToken));
}
