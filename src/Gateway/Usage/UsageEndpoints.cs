using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Usage;

internal static class UsageEndpoints
{
    // Where the usage is, only the log says.
    private const string Unreadable = "Usage cannot be read now.";

    private static readonly Dictionary<string, object?> Failure = new() { ["failure"] = "usage" };

    public static void Map(IEndpointRouteBuilder admin) =>
        admin.MapGet("/usage", GetUsageAsync)
            .WithTags("Usage")
            .WithSummary("Says what was used: by key, route and status, and by interval.")
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable);

    private static async Task<Results<Ok<UsageReport>, ProblemHttpResult>> GetUsageAsync(
        [AsParameters] UsageQuery query,
        IUsageStore store,
        TimeProvider time,
        ILogger<IUsageStore> logger,
        CancellationToken cancellationToken)
    {
        var filter = query.FilterAt(time.GetUtcNow());
        try
        {
            return TypedResults.Ok(UsageReport.Of(filter, await store.ReadAsync(filter, cancellationToken)));
        }
        catch (UsageStoreException exception)
        {
            Log.UsageWasNotRead(logger, exception.Message);
            return TypedResults.Problem(Unreadable, statusCode: StatusCodes.Status503ServiceUnavailable, extensions: Failure);
        }
    }
}
