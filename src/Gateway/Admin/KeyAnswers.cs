using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// Creates the responses to requests that change keys. Logs each change with the id of the administrator's key, and applies it to
/// this gateway immediately.
/// </summary>
internal sealed class KeyAnswers(KeyRefresher refresher, TimeProvider time, ILogger<KeyAnswers> logger)
{
    public async Task<Created<NewKeyView>> CreatedAsync(HttpContext context, IssuedKey issued)
    {
        Log.KeyWasMade(logger, issued.Key.Id, issued.Stored.Name, issued.Stored.Owners.Text, ActorOf(context));
        await refresher.RefreshAsync(context.RequestAborted);
        context.Response.Headers.CacheControl = "no-store";
        var view = KeyView.FromKey(issued.Stored, time.GetUtcNow());
        return TypedResults.Created($"/admin/keys/{issued.Key.Id}", new NewKeyView(issued.Key.Reveal(), view));
    }

    public Task RevokedAsync(HttpContext context, StoredKey key)
    {
        Log.KeyWasRevoked(logger, key.Id, key.Name, key.Owners.Text, ActorOf(context));
        return refresher.RefreshAsync(context.RequestAborted);
    }

    public static ProblemHttpResult Refused(KeyChange change) => TypedResults.Problem(
        change.Refusal,
        statusCode: change.IsUnknown ? StatusCodes.Status404NotFound : StatusCodes.Status409Conflict);

    private static string ActorOf(HttpContext context) => (Caller.FromContext(context) ?? Caller.Anonymous).KeyId;
}
