using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// Creates the responses to requests that change keys. Logs each change with the id of the administrator's key, and applies it to
/// this gateway immediately.
/// </summary>
internal sealed class KeyAnswers(KeyRefresher refresher, TimeProvider time, ILogger<KeyAnswers> logger)
{
    public Created<NewKeyView> Made(HttpContext context, IssuedKey issued)
    {
        refresher.Refresh();
        Log.KeyWasMade(logger, issued.Key.Id, issued.Stored.Name, issued.Stored.Owners!.Text, ActorOf(context));
        context.Response.Headers.CacheControl = "no-store";
        var view = KeyView.Of(issued.Stored, time.GetUtcNow());
        return TypedResults.Created($"/admin/keys/{issued.Key.Id}", new NewKeyView(issued.Key.Reveal(), view));
    }

    public void Revoked(HttpContext context, string id)
    {
        refresher.Refresh();
        Log.KeyWasRevoked(logger, id, ActorOf(context));
    }

    public static ProblemHttpResult Refused(KeyChange change) => TypedResults.Problem(
        change.Refusal,
        statusCode: change.IsUnknown ? StatusCodes.Status404NotFound : StatusCodes.Status409Conflict);

    private static string ActorOf(HttpContext context) => (Caller.Of(context) ?? Caller.Anonymous).KeyId;
}
