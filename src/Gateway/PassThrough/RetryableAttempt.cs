using System.Net;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>An attempt that can be retried, so that its 502 or 503 response must not be sent to the client.</summary>
internal sealed class RetryableAttempt
{
    public bool WasRefused { get; private set; }

    /// <summary>Discards a 502 or 503 response of a retryable attempt, and the headers that were copied from it.</summary>
    /// <returns>Whether the response was discarded.</returns>
    public static bool HoldsBack(HttpContext context, HttpResponseMessage answer)
    {
        if (answer.StatusCode is not (HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable)
            || context.Features.Get<RetryableAttempt>() is not { } attempt)
        {
            return false;
        }

        attempt.WasRefused = true;
        foreach (var (name, _) in answer.Headers.NonValidated.Concat(answer.Content.Headers.NonValidated))
        {
            context.Response.Headers.Remove(name);
        }

        return true;
    }
}
