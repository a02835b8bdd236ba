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
        if (Caller.FromContext(context) is not { } caller)
        {
            return next(context);
        }

        if (caller.Plan.Routes is { } routes && FindRoute(context, routes) is { } route)
        {
            return LimitRouteAsync(context, caller, route);
        }

        if (!caller.Plan.HasLimits)
        {
            return next(context);
        }

        var holder = limits.ForCaller(caller);
        var entering = holder.EnterAsync(weight: 1, context.RequestAborted);
        return entering.IsCompletedSuccessfully
            ? ContinueAsync(context, holder, entering.Result)
            : WaitAsync(context, holder, entering);
    }

    private static Plan? FindRoute(HttpContext context, IReadOnlyDictionary<string, Plan> routes) =>
        context.GetEndpoint()?.Metadata.GetMetadata<IEndpointNameMetadata>() is { } endpoint
            ? routes.GetValueOrDefault(endpoint.EndpointName)
            : null;

    // A request that the limits of the route refuse takes nothing from the plan, and one that the plan refuses nothing from the
    // limits of the route.
    private async Task LimitRouteAsync(HttpContext context, Caller caller, Plan route)
    {
        var (plan, own) = (limits.ForCaller(caller), limits.ForRoute(caller, route));
        var onRoute = await own.EnterAsync(weight: 1, context.RequestAborted);
        if (onRoute.IsRefused)
        {
            State(context, own.Terms, onRoute);
            await RefuseAsync(context, route, onRoute);
            return;
        }

        try
        {
            var decision = await EnterPlanAsync(context, plan, route, own);
            if (!decision.IsRefused)
            {
                State(context, own.Terms, onRoute);
            }

            await ContinueAsync(context, plan, decision);
        }
        finally
        {
            if (onRoute.HoldsPermit)
            {
                own.Leave();
            }
        }
    }

    /// <summary>
    /// Returns the token of the route if the plan refuses the request, or its client leaves before the plan decides.
    /// </summary>
    private static async ValueTask<LimitDecision> EnterPlanAsync(
        HttpContext context, HolderLimits plan, Plan route, HolderLimits own)
    {
        var isIn = false;
        try
        {
            var decision = await plan.EnterAsync(route.Weight, context.RequestAborted);
            isIn = !decision.IsRefused;
            return decision;
        }
        finally
        {
            if (!isIn)
            {
                own.Return(weight: 1);
            }
        }
    }

    private async Task WaitAsync(HttpContext context, HolderLimits holder, ValueTask<LimitDecision> entering) =>
        await ContinueAsync(context, holder, await entering);

    private Task ContinueAsync(HttpContext context, HolderLimits holder, LimitDecision decision)
    {
        var terms = holder.Terms;
        State(context, terms, decision);
        return decision.IsRefused ? RefuseAsync(context, terms.Plan, decision)
            : decision.HoldsPermit ? HoldAsync(context, holder)
            : next(context);
    }

    private void State(HttpContext context, LimitTerms terms, LimitDecision decision)
    {
        var headers = context.Response.Headers;
        if (terms.Text.Policy.Length > 0)
        {
            headers.Append(PolicyHeader, terms.Text.Policy);
        }

        if (terms.Text.Remaining(decision, time) is { } remaining)
        {
            headers.Append(RemainingHeader, remaining);
        }
    }

    // The permit is not released by a callback of the server: the callback runs after the client has received the end of the
    // response, when the client may already have sent its next request.
    private async Task HoldAsync(HttpContext context, HolderLimits holder)
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
