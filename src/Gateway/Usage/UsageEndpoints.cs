using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Usage;

internal static class UsageEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/admin/usage", GetUsageAsync)
            .NeedsScope(KeyScopes.Admin)
            .WithTags("Usage")
            .WithSummary("Says what was used: by key, route and status, and by interval.")
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status401Unauthorized)
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable);

    private static async Task<Results<Ok<UsageReport>, ProblemHttpResult>> GetUsageAsync(
        [AsParameters] UsageQuery query, IUsageStore store, TimeProvider time, CancellationToken cancellationToken)
    {
        var filter = query.FilterAt(time.GetUtcNow());
        try
        {
            return TypedResults.Ok(UsageReport.Of(filter, await store.ReadAsync(filter, cancellationToken)));
        }
        catch (UsageStoreException exception)
        {
            return TypedResults.Problem(exception.Message, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }
}
