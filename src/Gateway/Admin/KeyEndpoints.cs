using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

internal static class KeyEndpoints
{
    public static RouteGroupBuilder MapKeys(this RouteGroupBuilder admin)
    {
        var group = admin.MapGroup("/keys").WithTags("Keys");
        group.MapGet("/", GetKeysAsync).WithSummary("Lists all keys, without their secrets.");
        group.MapPost("/", AddKeyAsync).WithSummary("Makes the first key of a holder. The answer alone has the secret.");
        group.MapPost("/{id}/rotate", RotateKeyAsync).WithSummary("Creates a second key for the holder of a live key.");
        group.MapDelete("/{id}", RevokeKeyAsync).WithSummary("Revokes a key.");
        return admin;
    }

    private static async Task<Ok<KeyView[]>> GetKeysAsync(
        KeyRegistry keys, TimeProvider time, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        return TypedResults.Ok((await keys.ListAsync(cancellationToken)).Select(key => KeyView.Of(key, now)).ToArray());
    }

    private static async Task<Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult>> AddKeyAsync(
        KeyTerms terms, PlanCatalog plans, KeyRegistry keys, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        if (RefusalOf(terms.FindFaults(plans, time.GetUtcNow())) is { } refusal)
        {
            return refusal;
        }

        var change = await keys.AddAsync(terms, context.RequestAborted);
        return change.Issued is { } issued ? await answers.MadeAsync(context, issued) : KeyAnswers.Refused(change);
    }

    private static async Task<Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult>> RotateKeyAsync(
        string id, RotationTerms? terms, KeyRegistry keys, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        if (RefusalOf(terms?.FindFaults(time.GetUtcNow()) ?? []) is { } refusal)
        {
            return refusal;
        }

        var change = await keys.RotateAsync(id, terms?.ExpiresAt, context.RequestAborted);
        return change.Issued is { } issued ? await answers.MadeAsync(context, issued) : KeyAnswers.Refused(change);
    }

    private static async Task<Results<NoContent, ProblemHttpResult>> RevokeKeyAsync(
        string id, KeyRegistry keys, HttpContext context, KeyAnswers answers)
    {
        if (!await keys.RevokeAsync(id, context.RequestAborted))
        {
            return KeyAnswers.Refused(KeyChange.Unknown(id));
        }

        await answers.RevokedAsync(context, id);
        return TypedResults.NoContent();
    }

    private static ValidationProblem? RefusalOf(IEnumerable<(string Field, string Fault)> faults)
    {
        var byField = faults.ToDictionary(fault => fault.Field, fault => new[] { $"{fault.Field} {fault.Fault}" });
        return byField.Count == 0 ? null : TypedResults.ValidationProblem(byField);
    }
}

/// <summary>
/// Creates the responses to requests that change keys. Logs each change with the id of the administrator's key, and applies it to
/// this gateway immediately.
/// </summary>
internal sealed class KeyAnswers(KeyRefresher refresher, TimeProvider time, ILogger<KeyAnswers> logger)
{
    public async Task<Created<NewKeyView>> MadeAsync(HttpContext context, IssuedKey issued)
    {
        Log.KeyWasMade(logger, issued.Key.Id, issued.Stored.Name, issued.Stored.Owners!.Text, ActorOf(context));
        await refresher.RefreshAsync(context.RequestAborted);
        context.Response.Headers.CacheControl = "no-store";
        var view = KeyView.Of(issued.Stored, time.GetUtcNow());
        return TypedResults.Created($"/admin/keys/{issued.Key.Id}", new NewKeyView(issued.Key.Reveal(), view));
    }

    public Task RevokedAsync(HttpContext context, string id)
    {
        Log.KeyWasRevoked(logger, id, ActorOf(context));
        return refresher.RefreshAsync(context.RequestAborted);
    }

    public static ProblemHttpResult Refused(KeyChange change) => TypedResults.Problem(
        change.Refusal,
        statusCode: change.IsUnknown ? StatusCodes.Status404NotFound : StatusCodes.Status409Conflict);

    private static string ActorOf(HttpContext context) => (Caller.Of(context) ?? Caller.Anonymous).KeyId;
}
