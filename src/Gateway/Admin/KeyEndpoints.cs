using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

internal static class KeyEndpoints
{
    public static RouteGroupBuilder MapKeys(this RouteGroupBuilder admin)
    {
        var group = admin.MapGroup("/keys").WithTags("Keys");
        group.MapGet("/", GetKeys).WithSummary("Lists all keys, without their secrets.");
        group.MapPost("/", AddKey).WithSummary("Makes the first key of a holder. The answer alone has the secret.");
        group.MapPost("/{id}/rotate", RotateKey).WithSummary("Makes a second key beside a live one.");
        group.MapDelete("/{id}", RevokeKey).WithSummary("Revokes a key.");
        return admin;
    }

    private static Ok<KeyView[]> GetKeys(KeyStore store, TimeProvider time)
    {
        var now = time.GetUtcNow();
        return TypedResults.Ok(store.List().Select(key => KeyView.Of(key, now)).ToArray());
    }

    private static Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult> AddKey(
        KeyTerms terms, PlanCatalog plans, KeyStore store, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        if (RefusalOf(terms.FindFaults(plans, time.GetUtcNow())) is { } refusal)
        {
            return refusal;
        }

        var change = store.Add(
            terms.Name!, terms.PlanOrDefault, terms.ParsedScopes!.Value, terms.ParsedOwners!, terms.ExpiresAt);
        return change.Issued is { } issued ? answers.Made(context, issued) : KeyAnswers.Refused(change);
    }

    private static Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult> RotateKey(
        string id, RotationTerms? terms, KeyStore store, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        if (RefusalOf(terms?.FindFaults(time.GetUtcNow()) ?? []) is { } refusal)
        {
            return refusal;
        }

        var change = store.Rotate(id, terms?.ExpiresAt);
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

    private static ValidationProblem? RefusalOf(IEnumerable<(string Field, string Fault)> faults)
    {
        var byField = faults.ToDictionary(fault => fault.Field, fault => new[] { $"{fault.Field} {fault.Fault}" });
        return byField.Count == 0 ? null : TypedResults.ValidationProblem(byField);
    }
}
