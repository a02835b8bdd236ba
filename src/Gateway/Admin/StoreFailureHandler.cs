using DroneDelivery.ServiceDefaults;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Gateway.Admin;

/// <summary>Responds with 503 to a request for keys or usage whose store cannot be used. Only the log names the store.</summary>
internal sealed class StoreFailureHandler(IProblemDetailsService problems, ILogger<StoreFailureHandler> logger)
    : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(
        HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        if (exception is not StoreException failure)
        {
            return false;
        }

        Log.StoreFailed(logger, failure.Message);
        httpContext.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        return await problems.TryWriteAsync(new()
        {
            HttpContext = httpContext,
            ProblemDetails = new ProblemDetails
            {
                Status = StatusCodes.Status503ServiceUnavailable,
                Detail = "The keys or the usage cannot be read or written.",
                Extensions = { ["failure"] = "database" },
            },
        });
    }
}
