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
        return TypedResults.Ok((await keys.ListAsync(cancellationToken)).Select(key => KeyView.FromKey(key, now)).ToArray());
    }

    private static async Task<Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult>> AddKeyAsync(
        KeyTerms terms, PlanCatalog plans, KeyRegistry keys, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        if (RefusalOf(terms.FindFaults(plans, time.GetUtcNow())) is { } refusal)
        {
            return refusal;
        }

        var change = await keys.AddAsync(terms, context.RequestAborted);
        return change.Issued is { } issued ? await answers.CreatedAsync(context, issued) : KeyAnswers.Refused(change);
    }

    private static async Task<Results<Created<NewKeyView>, ValidationProblem, ProblemHttpResult>> RotateKeyAsync(
        string id, RotationTerms? terms, KeyRegistry keys, HttpContext context, KeyAnswers answers, TimeProvider time)
    {
        if (RefusalOf(terms?.FindFaults(time.GetUtcNow()) ?? []) is { } refusal)
        {
            return refusal;
        }

        var change = await keys.RotateAsync(id, terms?.ExpiresAt, context.RequestAborted);
        return change.Issued is { } issued ? await answers.CreatedAsync(context, issued) : KeyAnswers.Refused(change);
    }

    private static async Task<Results<NoContent, ProblemHttpResult>> RevokeKeyAsync(
        string id, KeyRegistry keys, HttpContext context, KeyAnswers answers)
    {
        if (await keys.RevokeAsync(id, context.RequestAborted) is not { } revoked)
        {
            return KeyAnswers.Refused(KeyChange.Unknown(id));
        }

        await answers.RevokedAsync(context, revoked);
        return TypedResults.NoContent();
    }

    private static ValidationProblem? RefusalOf(IEnumerable<(string Field, string Fault)> faults)
    {
        var byField = faults.ToDictionary(fault => fault.Field, fault => new[] { $"{fault.Field} {fault.Fault}" });
        return byField.Count == 0 ? null : TypedResults.ValidationProblem(byField);
    }
}
