using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Summaries;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Delivery.Creates;

internal static class CreateEndpoint
{
    /// <summary>True on the answer to a create that had been made before.</summary>
    public const string ReplayedHeader = "Idempotency-Replayed";

    public static RouteGroupBuilder MapCreates(this RouteGroupBuilder deliveries)
    {
        deliveries.MapPost("/", CreateDeliveryAsync)
            .WithSummary("Keeps a delivery that was flown.")
            .WithDescription(
                $"Sent again with the same {IdempotencyKey.Header} it makes no second delivery; "
                + "the same key with another body is refused.")
            .ProducesProblem(StatusCodes.Status422UnprocessableEntity)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Results<Created<Deliveries.Delivery>, ValidationProblem, ProblemHttpResult>> CreateDeliveryAsync(
        [FromHeader(Name = IdempotencyKey.Header)] string? key,
        NewDelivery delivery,
        CreatedDeliveries deliveries,
        DeliverySummaries summaries,
        AnswerCache cache,
        HttpResponse response,
        CancellationToken cancellationToken)
    {
        if (!IdempotencyKey.IsValid(key))
        {
            return TypedResults.ValidationProblem([new(IdempotencyKey.Header, [IdempotencyKey.FaultOf(key)])]);
        }

        var (outcome, created) = await deliveries.CreateAsync(key!, delivery, cancellationToken);
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

        // A replay too: the create that it repeats may have lost its answer, and have been counted by nobody.
        summaries.Add(CountedDelivery.Of(created));
        cache.Invalidate();
        return TypedResults.Created(AddressOf(created), created);
    }

    private static string AddressOf(Deliveries.Delivery created) =>
        $"/deliveries/{created.DeliveryId}?ownerId={Uri.EscapeDataString(created.OwnerId)}";
}
