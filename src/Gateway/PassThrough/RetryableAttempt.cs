using System.Net;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>An attempt that another may follow, so that an answer that says "not now" must not reach the client.</summary>
internal sealed class RetryableAttempt
{
    public bool WasRefused { get; private set; }

    /// <summary>Holds such an answer back, with the headers that were copied from it.</summary>
    /// <returns>Whether it did.</returns>
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
