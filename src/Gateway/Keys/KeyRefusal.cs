using System.Globalization;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Refuses requests with problem details. The response is the same for a key that is missing, unknown, wrong, revoked or
/// expired, and the same for a missing scope and an owner that is not allowed, whether that owner exists or not.
/// </summary>
internal sealed class KeyRefusal(IProblemDetailsService problems, KeyMeter meter)
{
    private const string Challenge = "Bearer realm=\"gateway\"";

    public Task UnauthorizedAsync(HttpContext context)
    {
        context.Response.Headers.WWWAuthenticate = Challenge;
        return WriteAsync(
            context,
            StatusCodes.Status401Unauthorized,
            "unauthorized",
            $"This needs a valid API key: in the header {KeyInRequest.Header}, or as a bearer token.");
    }

    public Task ForbiddenAsync(HttpContext context) =>
        WriteAsync(context, StatusCodes.Status403Forbidden, "forbidden", ForwardedCaller.Refusal);

    public Task UnavailableAsync(HttpContext context)
    {
        context.Response.Headers.RetryAfter = "1";
        return WriteAsync(
            context,
            StatusCodes.Status503ServiceUnavailable,
            "keys-unavailable",
            "The API keys cannot be verified now.");
    }

    public Task TooManyAsync(HttpContext context, int retryAfterSeconds)
    {
        context.Response.Headers.RetryAfter = retryAfterSeconds.ToString(CultureInfo.InvariantCulture);
        return WriteAsync(
            context,
            StatusCodes.Status429TooManyRequests,
            "too-many-failures",
            "Too many requests without a valid API key came from this address.");
    }

    public Task AmbiguousOwnerAsync(HttpContext context) =>
        WriteAsync(context, StatusCodes.Status400BadRequest, "ambiguous-owner", OwnerInRequest.Form);

    private async Task WriteAsync(HttpContext context, int status, string failure, string detail)
    {
        meter.Refused(failure);
        context.Response.StatusCode = status;
        await problems.TryWriteAsync(new()
        {
            HttpContext = context,
            ProblemDetails = new ProblemDetails { Status = status, Detail = detail, Extensions = { ["failure"] = failure } },
        });
    }
}
