using System.Globalization;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Holds each key to its plan, and tells it with every answer what is left.</summary>
internal sealed class LimitsMiddleware(
    RequestDelegate next, ILimits limits, LimitsMeter meter, IProblemDetailsService problems, TimeProvider time)
{
    private const string PolicyHeader = "RateLimit-Policy";
    private const string RemainingHeader = "RateLimit";

    private static readonly Func<object, Task> EndOfHeld = static key =>
    {
        ((IKeyLimits)key).Leave();
        return Task.CompletedTask;
    };

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

        if (key.Plan.Concurrency is not null)
        {
            // Not awaited here: that would cost each request a state machine.
            context.Response.OnCompleted(EndOfHeld, key);
        }

        return next(context);
    }

    private Task RefuseAsync(HttpContext context, Plan plan, LimitDecision decision)
    {
        meter.Refused(decision.Refused, plan);
        context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
        context.Response.Headers.RetryAfter = LimitRefusal.RetryAfterSeconds(decision).ToString(CultureInfo.InvariantCulture);
        var problem = LimitRefusal.ToProblem(decision, plan);
        return problems.WriteAsync(new() { HttpContext = context, ProblemDetails = problem }).AsTask();
    }
}
