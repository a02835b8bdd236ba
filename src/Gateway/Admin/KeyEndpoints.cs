using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Admin;

/// <summary>Keys are managed with a key of scope admin. Where keys are off, nobody could be told from an administrator.</summary>
internal static class KeyEndpoints
{
    public static WebApplication MapKeys(this WebApplication app)
    {
        if (!app.Services.GetRequiredService<IOptions<KeyOptions>>().Value.AreRequired)
        {
            return app;
        }

        var group = app.MapGroup("/admin/keys").WithTags("Keys")
            .NeedsScope(KeyScopes.Admin, KeyScopes.Admin)
            .ProducesProblem(StatusCodes.Status401Unauthorized)
            .ProducesProblem(StatusCodes.Status403Forbidden);
        group.MapGet("/", GetKeys).WithSummary("Lists all keys, without their secrets.");
        group.MapPost("/", AddKey).WithSummary("Makes a first key of a holder. The answer alone has the secret.");
        group.MapPost("/{id}/rotate", RotateKey).WithSummary("Makes a second key beside a live one.");
        group.MapDelete("/{id}", RevokeKey).WithSummary("Revokes a key.");
        return app;
    }

    private static Ok<KeyView[]> GetKeys(KeyStore store, TimeProvider time)
    {
        var now = time.GetUtcNow();
        return TypedResults.Ok(store.List().Select(key => KeyView.Of(key, now)).ToArray());
    }

    private static Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult> AddKey(
        KeyTerms terms, Plans plans, KeyStore store, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        var faults = terms.FindFaults(plans, time.GetUtcNow())
            .ToDictionary(fault => fault.Field, fault => new[] { $"{fault.Field} {fault.Fault}" });
        if (faults.Count > 0)
        {
            return TypedResults.ValidationProblem(faults);
        }

        var change = store.Add(terms.Name!, terms.PlanOrDefault, terms.ParsedScopes!.Value, terms.ExpiresAt);
        return change.Issued is { } issued ? answers.Made(context, issued) : KeyAnswers.Refused(change);
    }

    private static Results<Created<NewKeyView>, ProblemHttpResult> RotateKey(
        string id, KeyStore store, HttpContext context, KeyAnswers answers)
    {
        var change = store.Rotate(id, expiresAt: null);
        return change.Issued is { } issued ? answers.Made(context, issued) : KeyAnswers.Refused(change);
    }

    private static Results<NoContent, ProblemHttpResult> RevokeKey(
        string id, KeyStore store, HttpContext context, KeyAnswers answers)
    {
        if (!store.Revoke(id))
        {
            return KeyAnswers.Refused(KeyChange.Unknown(id));
        }

        answers.Revoked(context, id);
        return TypedResults.NoContent();
    }
}
