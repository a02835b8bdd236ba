using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// Refuses a request at once when a backend that it needs has reached its limit of requests in flight: before any call to a
/// backend, and without an exception.
/// </summary>
internal sealed class SheddingMiddleware(
    RequestDelegate next,
    BackendGates gates,
    SheddingMeter meter,
    IProblemDetailsService problems,
    FailureLog failures,
    TimeProvider time)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (context.GetEndpoint()?.Metadata.GetMetadata<RequiredBackends>() is not { } need)
        {
            return next(context);
        }

        var admission = new Admission(gates.All, time);
        var priority = PriorityShares.ForRequest(need.Priority, Caller.FromContext(context));
        if (admission.Enter(need, priority) is { } full)
        {
            meter.Refused(full.Backend, priority);
            return BackendFailureHandler
                .WriteAsync(problems, failures, context, BackendFailure.Overloaded(full.Backend))
                .AsTask();
        }

        // Disposal releases the permits that the request still holds. It is registered instead of awaited here, because awaiting
        // would cost each request a state machine.
        context.Response.RegisterForDispose(admission);
        context.Features.Set(admission);
        return next(context);
    }
}
