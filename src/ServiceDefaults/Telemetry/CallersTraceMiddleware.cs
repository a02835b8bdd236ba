using System.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Propagates a client's trace to the backends when this service does not trace and so has no Activity for the request.
/// </summary>
internal sealed class CallersTraceMiddleware(RequestDelegate next)
{
    private const string Operation = "DroneDelivery.Propagated";

    public Task InvokeAsync(HttpContext context) =>
        Activity.Current is null
        && context.Request.Headers.TraceParent is [{ } parent]
        && ActivityContext.TryParse(parent, context.Request.Headers.TraceState, out _)
            ? PropagateAsync(context, parent)
            : next(context);

    private async Task PropagateAsync(HttpContext context, string parent)
    {
        using var activity = new Activity(Operation) { TraceStateString = context.Request.Headers.TraceState };
        activity.SetParentId(parent).Start();
        await next(context);
    }
}
