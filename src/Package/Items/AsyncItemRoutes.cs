using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Package.Items;

/// <summary>
/// Requests that await the database, or compute a seal: at most as many at once as the pool has slots, if there is a pool.
/// </summary>
internal static class AsyncItemRoutes
{
    public static ItemRoutes Map(IEndpointRouteBuilder group) => new(
        group.MapGet(ItemRoutes.Items, GetItemsAsync),
        group.MapPost(ItemRoutes.Items, CreateItemAsync),
        group.MapGet(ItemRoutes.OneSeal, GetSealAsync));

    private static async Task<Ok<ItemList>> GetItemsAsync(
        string ownerId, ItemStore store, CallPool pool, CancellationToken cancellationToken) =>
        TypedResults.Ok(await pool.RunAsync(token => store.ReadAsync(ownerId, token), cancellationToken));

    private static async Task<Created<Item>> CreateItemAsync(
        NewItem item, ItemStore store, CallPool pool, CancellationToken cancellationToken)
    {
        var created = await pool.RunAsync(token => store.CreateAsync(item, token), cancellationToken);
        return TypedResults.Created((string?)null, created);
    }

    private static async Task<Ok<ItemSeal>> GetSealAsync(string id, CallPool pool, CancellationToken cancellationToken) =>
        TypedResults.Ok(await pool.RunAsync(_ => Task.FromResult(ItemSeal.Compute(id)), cancellationToken));
}
