using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Package.Items;

/// <summary>Requests that await the database, or compute a seal.</summary>
internal static class AsyncItemRoutes
{
    public static ItemRoutes Map(IEndpointRouteBuilder group) => new(
        group.MapGet(ItemRoutes.Items, GetItemsAsync),
        group.MapPost(ItemRoutes.Items, CreateItemAsync),
        group.MapGet(ItemRoutes.OneSeal, GetSeal));

    private static async Task<Ok<ItemList>> GetItemsAsync(
        [StringLength(NewItem.MaxTextLength, MinimumLength = 1)] string ownerId, ItemStore store,
        CancellationToken cancellationToken) =>
        TypedResults.Ok(await store.ReadAsync(ownerId, cancellationToken));

    private static async Task<Created<Item>> CreateItemAsync(
        NewItem item, ItemStore store, CancellationToken cancellationToken) =>
        TypedResults.Created((string?)null, await store.CreateAsync(item, cancellationToken));

    private static Ok<ItemSeal> GetSeal(string id) => TypedResults.Ok(ItemSeal.Compute(id));
}
