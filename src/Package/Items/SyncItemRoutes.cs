using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Package.Items;

/// <summary>
/// Requests that block their thread until the database has responded. The SDK has only asynchronous calls. Code that used to be
/// synchronous often blocks on them; the concurrency study measures the effect.
/// </summary>
internal static class SyncItemRoutes
{
    public static ItemRoutes Map(IEndpointRouteBuilder group) => new(
        group.MapGet(ItemRoutes.Items, GetItems),
        group.MapPost(ItemRoutes.Items, CreateItem),
        group.MapGet(ItemRoutes.OneSeal, GetSeal));

    private static Ok<ItemList> GetItems(
        [StringLength(NewItem.MaxTextLength, MinimumLength = 1)] string ownerId, ItemStore store,
        CancellationToken cancellationToken) =>
        TypedResults.Ok(store.ReadAsync(ownerId, cancellationToken).GetAwaiter().GetResult());

    private static Created<Item> CreateItem(NewItem item, ItemStore store, CancellationToken cancellationToken) =>
        TypedResults.Created((string?)null, store.CreateAsync(item, cancellationToken).GetAwaiter().GetResult());

    private static Ok<ItemSeal> GetSeal(string id) => TypedResults.Ok(ItemSeal.Compute(id));
}
