using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Summaries;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Deliveries;

internal static class DeliveryEndpoints
{
    public static RouteGroupBuilder MapDeliveries(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/deliveries").WithTags("Deliveries").ProducesProblem(StatusCodes.Status404NotFound);
        group.MapGet("/", ListDeliveriesAsync)
            .WithSummary("Lists an owner's deliveries of one month.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        group.MapGet("/utilization", GetUtilizationAsync)
            .WithSummary("Adds up the miles and hours of an owner's deliveries of one month.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        group.MapGet("/{id}", GetDeliveryAsync)
            .WithSummary("Gets one delivery.")
            .WithDescription("With ownerId it is a point read whichever way the deliveries are partitioned.");
        return group;
    }

    private static async Task<Results<Ok<DeliveryList>, ProblemHttpResult>> ListDeliveriesAsync(
        [AsParameters] OwnerMonth asked,
        DeliveryStore store,
        AnswerCache cache,
        DeliverySummaries summaries,
        CancellationToken cancellationToken)
    {
        var deliveries = await cache.GetAsync(asked, token => store.ListAsync(asked, token), cancellationToken);
        var found = summaries.Find(asked.OwnerId);
        return deliveries.Count > 0 || found.Owner is not null
            ? TypedResults.Ok(new DeliveryList(asked.OwnerId, asked.Year, asked.Month, deliveries))
            : found.Refuse(asked.OwnerId);
    }

    private static async Task<Results<Ok<Utilization>, ProblemHttpResult>> GetUtilizationAsync(
        [AsParameters] OwnerMonth asked, DeliveryStore store, DeliverySummaries summaries, CancellationToken cancellationToken)
    {
        var utilization = await store.GetUtilizationAsync(asked, cancellationToken);
        var found = summaries.Find(asked.OwnerId);
        return utilization.Deliveries > 0 || found.Owner is not null
            ? TypedResults.Ok(utilization)
            : found.Refuse(asked.OwnerId);
    }

    private static async Task<Results<Ok<Delivery>, ProblemHttpResult>> GetDeliveryAsync(
        string id, string? ownerId, DeliveryStore store, CancellationToken cancellationToken)
    {
        var delivery = await store.FindAsync(id, ownerId, cancellationToken);
        return delivery is null ? Missing.Delivery(id, ownerId) : TypedResults.Ok(delivery);
    }
}
