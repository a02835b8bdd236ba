using System.Globalization;
using System.Net;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Maps failures of the database to a status that a client can act on; any other failure is a bug of the service.
/// </summary>
internal sealed class CosmosFailureHandler(IProblemDetailsService problems, ILogger<CosmosFailureHandler> logger)
    : IExceptionHandler
{
    // Cosmos DB: a write conflict that only the service itself may retry.
    private const HttpStatusCode RetryWith = (HttpStatusCode)449;

    public async ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        if (Describe(exception) is not { } problem)
        {
            return false;
        }

        httpContext.Response.StatusCode = problem.Status ?? StatusCodes.Status500InternalServerError;
        Log.DatabaseFailed(logger, httpContext.Response.StatusCode, exception.Message);
        if (exception is CosmosException { RetryAfter: { } wait })
        {
            httpContext.Response.Headers.RetryAfter = Math.Ceiling(wait.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        }

        return await problems.TryWriteAsync(new() { HttpContext = httpContext, ProblemDetails = problem, Exception = exception });
    }

    private static ProblemDetails? Describe(Exception exception) => exception switch
    {
        CosmosException { StatusCode: HttpStatusCode.TooManyRequests } => Problem(
            StatusCodes.Status429TooManyRequests, "The database has used up its request units for this second."),
        CosmosException { StatusCode: HttpStatusCode.RequestTimeout } or CosmosOperationCanceledException => Problem(
            StatusCodes.Status504GatewayTimeout, "The database did not answer in time."),
        CosmosException { StatusCode: HttpStatusCode.ServiceUnavailable or HttpStatusCode.Gone or RetryWith } => Problem(
            StatusCodes.Status503ServiceUnavailable, "The database is not available."),
        CosmosException { StatusCode: HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden } => Problem(
            StatusCodes.Status503ServiceUnavailable, "The database refuses this service's key or identity."),
        // A handler that reads a document maps its absence itself.
        CosmosException { StatusCode: HttpStatusCode.NotFound } => Problem(
            StatusCodes.Status503ServiceUnavailable, "The database does not have the container."),
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError } =>
            Problem(StatusCodes.Status503ServiceUnavailable, "The database is not reachable."),
        _ when EntraCredential.HasFailed(exception) => Problem(
            StatusCodes.Status503ServiceUnavailable, "The service has no token for the database."),
        _ => null,
    };

    private static ProblemDetails Problem(int status, string detail) => new() { Status = status, Detail = detail };
}
