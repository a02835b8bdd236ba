using DroneDelivery.ServiceDefaults;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.Gateway.Database;

/// <summary>Responds with 503 to a request whose database cannot be used. Only the log names the file.</summary>
internal sealed class DatabaseFailureHandler(IProblemDetailsService problems, ILogger<DatabaseFailureHandler> logger)
    : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(
        HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        if (exception is not StoreException failure)
        {
            return false;
        }

        Log.DatabaseFailed(logger, failure.Message);
        httpContext.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        return await problems.TryWriteAsync(new()
        {
            HttpContext = httpContext,
            ProblemDetails = new ProblemDetails
            {
                Status = StatusCodes.Status503ServiceUnavailable,
                Detail = "The gateway's database cannot be used.",
                Extensions = { ["failure"] = "database" },
            },
        });
    }
}
