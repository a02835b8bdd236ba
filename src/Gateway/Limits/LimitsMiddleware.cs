using System.Globalization;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Holds each key to its plan, and tells it with every answer what is left.</summary>
internal sealed class LimitsMiddleware(
    RequestDelegate next, ILimits limits, LimitsMeter meter, IProblemDetailsService problems, TimeProvider time)
{
    private const string PolicyHeader = "RateLimit-Policy";
    private const string RemainingHeader = "RateLimit";

    public Task InvokeAsync(HttpContext context)
    {
        // Only requests to the API have a caller.
        if (context.Features.Get<Caller>() is not { } caller || !caller.Plan.HasLimits)
        {
            return next(context);
        }

        var key = limits.Of(caller);
        var entering = key.EnterAsync(context.RequestAborted);
        return entering.IsCompletedSuccessfully ? GoOnAsync(context, key, entering.Result) : WaitAsync(context, key, entering);
    }

    private async Task WaitAsync(HttpContext context, IKeyLimits key, ValueTask<LimitDecision> entering) =>
        await GoOnAsync(context, key, await entering);

    private Task GoOnAsync(HttpContext context, IKeyLimits key, LimitDecision decision)
    {
        var headers = context.Response.Headers;
        headers[PolicyHeader] = key.Text.Policy;
        if (key.Text.Remaining(decision, time) is { } remaining)
        {
            headers[RemainingHeader] = remaining;
        }

        if (decision.IsRefused)
        {
            return RefuseAsync(context, key.Plan, decision);
        }

        return key.Plan.Concurrency is null ? next(context) : HoldAsync(context, key);
    }

    // Not by a callback of the server: that runs when the client has the answer's end, and may have sent its next request.
    private async Task HoldAsync(HttpContext context, IKeyLimits key)
    {
        try
        {
            await next(context);
        }
        finally
        {
            key.Leave();
        }
    }

    private Task RefuseAsync(HttpContext context, Plan plan, LimitDecision decision)
    {
        meter.Refused(decision.Refused, plan);
        context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
        context.Response.Headers.RetryAfter = LimitRefusal.RetryAfterSeconds(decision).ToString(CultureInfo.InvariantCulture);
        var problem = LimitRefusal.ToProblem(decision, plan);
        return problems.TryWriteAsync(new() { HttpContext = context, ProblemDetails = problem }).AsTask();
    }
}
