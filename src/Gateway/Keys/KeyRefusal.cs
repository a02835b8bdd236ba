using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Gateway.Keys;

/// <summary>How a request is refused. The same for a key that is missing, unknown, wrong, revoked or expired.</summary>
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
        WriteAsync(context, StatusCodes.Status403Forbidden, "forbidden", "The API key does not allow this.");

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
