using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Gateway.Limits;

/// <summary>What a caller is told who is refused because of a limit.</summary>
internal static class LimitRefusal
{
    /// <summary>Rounded up to the whole seconds that Retry-After counts in: who comes then is not too early.</summary>
    public static long RetryAfterSeconds(LimitDecision decision) =>
        Math.Max(1, (long)Math.Ceiling(decision.RetryAfter.TotalSeconds));

    public static string WordOf(LimitKind limit) => limit switch
    {
        LimitKind.Rate => "rate",
        LimitKind.Day => "day",
        _ => "concurrency",
    };

    public static ProblemDetails ToProblem(LimitDecision decision, Plan plan) => new()
    {
        Status = StatusCodes.Status429TooManyRequests,
        Detail = FormattableString.Invariant(
            $"The plan {plan.Name} allows {Allowed(decision.Refused, plan)}. Come again in {RetryAfterSeconds(decision)} s."),
        Extensions =
        {
            ["failure"] = "limited",
            ["limit"] = WordOf(decision.Refused),
            ["retryAfterSeconds"] = Math.Round(decision.RetryAfter.TotalSeconds, 3, MidpointRounding.ToPositiveInfinity),
        },
    };

    private static string Allowed(LimitKind limit, Plan plan) => limit switch
    {
        LimitKind.Rate =>
            FormattableString.Invariant($"{plan.RequestsPerSecond} requests per second, at most {plan.Burst} at once"),
        LimitKind.Day => FormattableString.Invariant($"{plan.RequestsPerDay} requests per day (UTC)"),
        _ => FormattableString.Invariant($"{plan.Concurrency} requests at the same time"),
    };
}
