using Microsoft.AspNetCore.Diagnostics;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Handles the failure of a backend: responds with problem details that name the backend.</summary>
internal sealed class BackendFailureHandler(IProblemDetailsService problems, FailureLog failures)
    : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(
        HttpContext httpContext, Exception exception, CancellationToken cancellationToken) =>
        exception is BackendException { Failure: var failure } && await WriteAsync(problems, failures, httpContext, failure);

    public static ValueTask<bool> WriteAsync(
        IProblemDetailsService problems, FailureLog failures, HttpContext context, BackendFailure failure)
    {
        // A 404 for an unknown owner is a normal response and is not logged as a failure.
        if (failure.Status != StatusCodes.Status404NotFound)
        {
            failures.Write(failure);
        }

        context.Response.StatusCode = failure.Status;
        if (failure.RetryAfter is { } retryAfter)
        {
            context.Response.Headers.RetryAfter = retryAfter;
        }

        return problems.TryWriteAsync(new() { HttpContext = context, ProblemDetails = failure.ToProblem() });
    }
}
