using System.Net;
using Yarp.ReverseProxy.Transforms;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>An attempt that another may follow, so that an answer that says "not now" must not reach the client.</summary>
internal sealed class RetryableAttempt
{
    public bool WasRefused { get; private set; }

    /// <summary>Holds such an answer back, with the headers that were copied from it.</summary>
    public static ValueTask HoldBackAsync(ResponseTransformContext context)
    {
        if (context.ProxyResponse is { StatusCode: HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable } refusal
            && context.HttpContext.Features.Get<RetryableAttempt>() is { } attempt)
        {
            attempt.WasRefused = true;
            context.SuppressResponseBody = true;
            foreach (var (name, _) in refusal.Headers.NonValidated.Concat(refusal.Content.Headers.NonValidated))
            {
                context.HttpContext.Response.Headers.Remove(name);
            }
        }

        return ValueTask.CompletedTask;
    }
}
