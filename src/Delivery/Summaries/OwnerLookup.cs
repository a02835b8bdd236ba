using DroneDelivery.Delivery.Deliveries;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>An owner's summary, or none; before the first read nobody can say whether there is such an owner.</summary>
internal readonly record struct OwnerLookup(bool IsLoaded, OwnerSummary? Owner)
{
    /// <summary>The answer to a request that needs an owner who was not found.</summary>
    public ProblemHttpResult Refuse(string ownerId) => IsLoaded
        ? Missing.Owner(ownerId)
        : TypedResults.Problem("The summaries have not been read yet.", statusCode: StatusCodes.Status503ServiceUnavailable);
}
