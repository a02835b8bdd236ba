using System.Globalization;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Applies the plan of each caller. If the plan has limits, the response states them and what is left of them.</summary>
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

        var holder = limits.Of(caller);
        var entering = holder.EnterAsync(context.RequestAborted);
        return entering.IsCompletedSuccessfully
            ? GoOnAsync(context, holder, entering.Result)
            : WaitAsync(context, holder, entering);
    }

    private async Task WaitAsync(HttpContext context, IHolderLimits holder, ValueTask<LimitDecision> entering) =>
        await GoOnAsync(context, holder, await entering);

    private Task GoOnAsync(HttpContext context, IHolderLimits holder, LimitDecision decision)
    {
        var headers = context.Response.Headers;
        headers[PolicyHeader] = holder.Text.Policy;
        if (holder.Text.Remaining(decision, time) is { } remaining)
        {
            headers[RemainingHeader] = remaining;
        }

        if (decision.IsRefused)
        {
            return RefuseAsync(context, holder.Plan, decision);
        }

        return holder.Plan.Concurrency is null ? next(context) : HoldAsync(context, holder);
    }

    // The permit is not released by a callback of the server: the callback runs after the client has received the end of the
    // response, when the client may already have sent its next request.
    private async Task HoldAsync(HttpContext context, IHolderLimits holder)
    {
        try
        {
            await next(context);
        }
        finally
        {
            holder.Leave();
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
