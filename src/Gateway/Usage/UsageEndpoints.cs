using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Usage;

internal static class UsageEndpoints
{
    public static void MapUsageEndpoint(this IEndpointRouteBuilder admin) =>
        admin.MapGet("/usage", GetUsageAsync)
            .WithTags("Usage")
            .WithSummary("Says what was used: by key, route and status, and by interval.")
            .ProducesValidationProblem();

    private static async Task<Ok<UsageReport>> GetUsageAsync(
        [AsParameters] UsageQuery query,
        IUsageStore store,
        KeyRegistry keys,
        TimeProvider time,
        CancellationToken cancellationToken)
    {
        var known = (await keys.ListAsync(cancellationToken)).ToDictionary(key => key.Id);
        var filter = query.FilterAt(time.GetUtcNow(), known);
        return TypedResults.Ok(UsageReport.Create(filter, await store.ReadAsync(filter, cancellationToken), known));
    }
}
