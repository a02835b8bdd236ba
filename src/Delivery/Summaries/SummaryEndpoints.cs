using DroneDelivery.Delivery.Deliveries;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Summaries;

internal static class SummaryEndpoints
{
    public static RouteGroupBuilder MapSummaries(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/summary", GetSummary)
            .WithSummary("Counts an owner's deliveries of one month.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static Results<Ok<DeliverySummary>, ProblemHttpResult> GetSummary(
        [AsParameters] OwnerMonth asked, DeliverySummaries summaries)
    {
        var found = summaries.Find(asked.OwnerId);
        return found.Owner is { } owner ? TypedResults.Ok(DeliverySummary.Of(asked, owner)) : found.Refuse(asked.OwnerId);
    }
}
