using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Summaries;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Deliveries;

internal static class DeliveryEndpoints
{
    // A delivery in memory, with its texts and some twenty points of its route.
    private const long EstimatedBytesOfDelivery = 2_000;

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
            .WithDescription("With ownerId it is a point read, by whatever property the deliveries are partitioned.");
        return group;
    }

    private static async Task<Results<Ok<DeliveryList>, ProblemHttpResult>> ListDeliveriesAsync(
        [AsParameters] OwnerMonth month,
        DeliveryStore store,
        AnswerCache cache,
        DeliverySummaries summaries,
        CancellationToken cancellationToken)
    {
        var deliveries = await cache.GetAsync(
            month,
            token => store.ListAsync(month, token),
            list => (list.Count + 1) * EstimatedBytesOfDelivery,
            cancellationToken);
        var lookup = summaries.Find(month.OwnerId);
        return deliveries.Count > 0 || lookup.Owner is not null
            ? TypedResults.Ok(new DeliveryList(month.OwnerId, month.Year, month.Month, deliveries))
            : lookup.NotFoundProblem(month.OwnerId);
    }

    private static async Task<Results<Ok<Utilization>, ProblemHttpResult>> GetUtilizationAsync(
        [AsParameters] OwnerMonth month, DeliveryStore store, DeliverySummaries summaries, CancellationToken cancellationToken)
    {
        var flights = store.ReadFlightsAsync(month, cancellationToken);
        var utilization = await Utilization.SumAsync(month, flights, cancellationToken);
        var lookup = summaries.Find(month.OwnerId);
        return utilization.Deliveries > 0 || lookup.Owner is not null
            ? TypedResults.Ok(utilization)
            : lookup.NotFoundProblem(month.OwnerId);
    }

    private static async Task<Results<Ok<Storage.Delivery>, ProblemHttpResult>> GetDeliveryAsync(
        string id, string? ownerId, ForwardedCaller caller, DeliveryStore store, CancellationToken cancellationToken)
    {
        var delivery = await store.FindAsync(id, ownerId ?? caller.Owners.Single, cancellationToken);
        return delivery is not null && caller.Owners.Include(delivery.OwnerId)
            ? TypedResults.Ok(delivery)
            : NotFound(id, ownerId);
    }

    private static ProblemHttpResult NotFound(string id, string? ownerId) => TypedResults.Problem(
        ownerId is null ? $"There is no delivery \"{id}\"." : $"Owner \"{ownerId}\" has no delivery \"{id}\".",
        statusCode: StatusCodes.Status404NotFound);
}
