using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Summaries;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Delivery.Creates;

internal static class CreateEndpoint
{
    /// <summary>A response header: true if an earlier request has created the delivery.</summary>
    public const string ReplayedHeader = "Idempotency-Replayed";

    public static RouteGroupBuilder MapCreates(this RouteGroupBuilder deliveries)
    {
        deliveries.MapPost("/", CreateDeliveryAsync)
            .WithSummary("Creates a delivery that was flown.")
            .WithDescription(
                $"A repeated request with the same {IdempotencyKey.Header} does not create a second delivery; "
                + "the same key with another body is rejected.")
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status422UnprocessableEntity)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Results<Created<Storage.Delivery>, ValidationProblem, ProblemHttpResult>> CreateDeliveryAsync(
        [FromHeader(Name = IdempotencyKey.Header)] string? key,
        NewDelivery delivery,
        ForwardedCaller caller,
        CreatedDeliveries deliveries,
        DeliverySummaries summaries,
        AnswerCache cache,
        HttpResponse response,
        CancellationToken cancellationToken)
    {
        if (!caller.Owners.Include(delivery.OwnerId))
        {
            return ForwardedCaller.Forbid();
        }

        if (!IdempotencyKey.IsValid(key))
        {
            return TypedResults.ValidationProblem([new(IdempotencyKey.Header, [IdempotencyKey.DescribeError(key)])]);
        }

        var (outcome, created) = await deliveries.CreateAsync(key!, caller.Holder, delivery, cancellationToken);
        if (outcome == CreateOutcome.Mismatched)
        {
            return TypedResults.Problem(
                $"The {IdempotencyKey.Header} \"{key}\" was used for another body.",
                statusCode: StatusCodes.Status422UnprocessableEntity);
        }

        if (outcome == CreateOutcome.Replayed)
        {
            response.Headers[ReplayedHeader] = "true";
        }

        // A replay is added too: if the first create's response was lost, no process has counted the delivery.
        summaries.Add(CountedDelivery.FromDelivery(created));
        await cache.InvalidateAsync();
        return TypedResults.Created(LocationOf(created), created);
    }

    private static string LocationOf(Storage.Delivery created) =>
        $"/deliveries/{created.DeliveryId}?ownerId={Uri.EscapeDataString(created.OwnerId)}";
}
