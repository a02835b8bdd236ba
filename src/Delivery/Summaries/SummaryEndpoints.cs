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
        if (summaries.Find(asked.OwnerId) is { } owner)
        {
            return TypedResults.Ok(DeliverySummary.Of(asked, owner));
        }

        return summaries.IsLoaded ? Missing.Owner(asked.OwnerId) : NotYetRead();
    }

    private static ProblemHttpResult NotYetRead() =>
        TypedResults.Problem("The summaries have not been read yet.", statusCode: StatusCodes.Status503ServiceUnavailable);
}
