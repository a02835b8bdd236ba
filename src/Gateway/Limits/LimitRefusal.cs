using System.Globalization;
using DroneDelivery.Gateway.Plans;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The problem details and the Retry-After value for a request that a limit refused.</summary>
internal static class LimitRefusal
{
    /// <summary>
    /// Returns the delay rounded up to whole seconds, the unit of Retry-After, so that a client does not retry too early. The
    /// minimum is 1 s.
    /// </summary>
    public static long RetryAfterSeconds(LimitDecision decision) =>
        Math.Max(1, (long)Math.Ceiling(decision.RetryAfter.TotalSeconds));

    public static string NameOf(LimitKind limit) => limit switch
    {
        LimitKind.Rate => "rate",
        LimitKind.Day => "day",
        _ => "concurrency",
    };

    public static ProblemDetails ToProblem(LimitDecision decision, Plan plan)
    {
        var where = plan.Route is null ? "" : $" for {plan.Route}";
        var problem = new ProblemDetails
        {
            Status = StatusCodes.Status429TooManyRequests,
            Detail = string.Create(
                CultureInfo.InvariantCulture,
                $"The plan {plan.Name} allows {Allowed(decision.Refused, plan)}{where}. "
                + $"Retry after {RetryAfterSeconds(decision)} s."),
            Extensions =
            {
                ["failure"] = "limited",
                ["limit"] = NameOf(decision.Refused),
                ["retryAfterSeconds"] = Math.Round(decision.RetryAfter.TotalSeconds, 3, MidpointRounding.ToPositiveInfinity),
            },
        };
        if (plan.Route is not null)
        {
            problem.Extensions["route"] = plan.Route;
        }

        return problem;
    }

    private static string Allowed(LimitKind limit, Plan plan) => limit switch
    {
        LimitKind.Rate =>
            FormattableString.Invariant($"{plan.RequestsPerSecond} requests per second, at most {plan.Burst} at once"),
        LimitKind.Day => FormattableString.Invariant($"{plan.RequestsPerDay} requests per day (UTC)"),
        _ => FormattableString.Invariant($"{plan.Concurrency} requests at the same time"),
    };
}
