using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

internal static class ItemEndpoints
{
    /// <summary>Maps the same routes for each way of waiting for the database; none if items are off.</summary>
    public static WebApplication MapItems(this WebApplication app)
    {
        var calls = app.Services.GetRequiredService<IOptions<ItemOptions>>().Value.Calls;
        if (calls == ItemOptions.Off)
        {
            return app;
        }

        var group = app.MapGroup("/items").WithTags("Items").ProducesProblem(StatusCodes.Status503ServiceUnavailable);
        if (calls is ItemOptions.Pool or ItemOptions.Refuse)
        {
            app.UseRateLimiter();
            group.RequireCallPool();
        }

        var routes = calls == ItemOptions.Sync ? SyncItemRoutes.Map(group) : AsyncItemRoutes.Map(group);
        routes.Read.WithSummary($"Lists an owner's first {ItemStore.FirstItems} items and their total number.")
            .ProducesValidationProblem();
        routes.Create.WithSummary("Creates an item.").ProducesValidationProblem();
        routes.Seal.WithSummary("Computes the code for an item's label.");
        return app;
    }
}

/// <summary>The mapped routes of items.</summary>
internal sealed record ItemRoutes(RouteHandlerBuilder Read, RouteHandlerBuilder Create, RouteHandlerBuilder Seal)
{
    public const string Items = "/";
    public const string OneSeal = "/{id}/seal";
}
