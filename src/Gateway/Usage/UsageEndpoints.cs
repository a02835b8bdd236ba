using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Usage;

internal static class UsageEndpoints
{
    // Does not state where usage is stored. Only the log contains this.
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
        KeyRegistry keys,
        TimeProvider time,
        ILogger<IUsageStore> logger,
        CancellationToken cancellationToken)
    {
        try
        {
            var known = (await keys.ListAsync(cancellationToken)).ToDictionary(key => key.Id);
            var filter = query.FilterAt(time.GetUtcNow(), known);
            return TypedResults.Ok(UsageReport.Create(filter, await store.ReadAsync(filter, cancellationToken), known));
        }
        catch (Exception exception) when (exception is StoreException)
        {
            Log.UsageWasNotRead(logger, exception.Message);
            return TypedResults.Problem(Unreadable, statusCode: StatusCodes.Status503ServiceUnavailable, extensions: Failure);
        }
    }
}
