using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>An owner's summary, or null; before the first read it is unknown whether the owner exists.</summary>
internal readonly record struct OwnerLookup(bool IsLoaded, OwnerSummary? Owner)
{
    /// <summary>The response to a request for an owner that was not found: 404, or 503 before the first read.</summary>
    public ProblemHttpResult NotFoundProblem(string ownerId) => IsLoaded
        ? TypedResults.Problem($"There is no owner \"{ownerId}\".", statusCode: StatusCodes.Status404NotFound)
        : TypedResults.Problem("The summaries have not been read yet.", statusCode: StatusCodes.Status503ServiceUnavailable);
}
