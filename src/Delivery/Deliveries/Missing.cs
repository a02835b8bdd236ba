using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Deliveries;

/// <summary>The 404s of this service, which name what was asked for.</summary>
internal static class Missing
{
    public static ProblemHttpResult Owner(string ownerId) => Problem($"There is no owner \"{ownerId}\".");

    public static ProblemHttpResult Delivery(string id, string? ownerId) =>
        Problem(ownerId is null ? $"There is no delivery \"{id}\"." : $"Owner \"{ownerId}\" has no delivery \"{id}\".");

    private static ProblemHttpResult Problem(string detail) =>
        TypedResults.Problem(detail, statusCode: StatusCodes.Status404NotFound);
}
