using System.Threading.RateLimiting;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>
/// Limits the requests in progress. With <see cref="ItemOptions.Pool"/> further requests wait, without a thread; with
/// <see cref="ItemOptions.Refuse"/> they fail at once, as at a database that has no free connection.
/// </summary>
internal static class CallPool
{
    private const string Policy = "items";

    public static IServiceCollection AddCallPool(this IServiceCollection services)
    {
        services.AddRateLimiter(_ => { });
        services.AddOptions<RateLimiterOptions>().Configure<IOptions<ItemOptions>>((limiter, items) =>
            limiter.AddConcurrencyLimiter(Policy, pool => Configure(pool, items.Value)).OnRejected = (rejected, _) =>
                new(TypedResults.Problem(
                    $"The pool is full: {items.Value.PoolSize} requests are in progress.",
                    statusCode: StatusCodes.Status503ServiceUnavailable).ExecuteAsync(rejected.HttpContext)));
        return services;
    }

    public static void RequireCallPool(this IEndpointConventionBuilder endpoints) => endpoints.RequireRateLimiting(Policy);

    private static void Configure(ConcurrencyLimiterOptions pool, ItemOptions items)
    {
        pool.PermitLimit = items.PoolSize;
        pool.QueueLimit = items.Calls == ItemOptions.Refuse ? 0 : int.MaxValue;
    }
}
