using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using Polly.CircuitBreaker;
using Polly.Timeout;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// What went wrong with a request to a backend, forwarded or for an invoice: the gateway's response, the outcome as load shedding
/// uses it, and whether another attempt may succeed.
/// </summary>
/// <param name="Backend">One of <see cref="BackendNames"/>.</param>
/// <param name="Status">The status code of the gateway's response; 499 if the client failed, not the backend.</param>
/// <param name="Kind">
/// A machine-readable name: <c>timeout</c>, <c>unreachable</c>, <c>paused</c>, <c>overloaded</c>, <c>unavailable</c>,
/// <c>failed</c>, <c>unreadable</c> or <c>not-found</c>.
/// </param>
/// <param name="Outcome">What the failure indicates about the load of the backend.</param>
/// <param name="Detail">A sentence that describes the failure.</param>
internal sealed record BackendFailure(string Backend, int Status, string Kind, CallOutcome Outcome, string Detail)
{
    /// <summary>The value of the <c>Retry-After</c> header, unchanged if the backend sent one; null for none.</summary>
    public string? RetryAfter { get; init; }

    /// <summary>Whether the backend was not reached, or refused the request: another attempt may succeed.</summary>
    public bool IsTransient { get; init; }

    /// <summary>
    /// Whether a read is sent again. A timeout and a response with <c>Retry-After</c> are not followed by a retry, because it adds
    /// load to a backend that is slow under load.
    /// </summary>
    public bool CanRetry => IsTransient && RetryAfter is null;

    /// <summary>Whether the destination broke the connection or did not accept one, so that others are preferred to it.</summary>
    public bool IsOfConnection { get; init; }

    public bool IsOfClient => Status == StatusCodes.Status499ClientClosedRequest;

    /// <param name="exception">What a call threw, or what its resilience pipeline threw instead.</param>
    public static BackendFailure FromException(string backend, Exception exception) => exception switch
    {
        TimeoutRejectedException timeout => TimedOut(backend, $"did not answer within {timeout.Timeout.TotalSeconds:0.###} s"),
        // The backend was not called, so its load is not known.
        BrokenCircuitException => new(
            backend, 503, "paused", CallOutcome.Unmeasured, $"The {backend} service failed too often; calls to it are paused."),
        OperationCanceledException => TimedOut(backend, "did not accept a connection in time"),
        JsonException => Unreadable(backend, "cannot be read"),
        _ => Unreachable(backend),
    };

    public static BackendFailure FromResponse(string backend, HttpResponseMessage response)
    {
        var (status, kind, text) = response.StatusCode switch
        {
            HttpStatusCode.NotFound => (404, "not-found", "knows no such owner"),
            HttpStatusCode.GatewayTimeout => (504, "timeout", "did not get what it needs in time"),
            HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable =>
                (503, "unavailable", "is overloaded or not available"),
            var other => (502, "failed", $"answered with status {(int)other}"),
        };
        return new(backend, status, kind, OutcomeOf((int)response.StatusCode), $"The {backend} service {text}.")
        {
            RetryAfter = response.Headers.RetryAfter?.ToString(),
            IsTransient = response.StatusCode is HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable,
        };
    }

    /// <param name="error">Not <see cref="ForwarderError.None"/>.</param>
    public static BackendFailure FromError(string backend, ForwarderError error) => error switch
    {
        ForwarderError.RequestTimedOut => TimedOut(backend, "did not answer in time"),
        ForwarderError.RequestCanceled or ForwarderError.ResponseBodyCanceled => ClosedByClient(backend, CallOutcome.Abandoned),
        ForwarderError.RequestBodyCanceled or ForwarderError.UpgradeRequestCanceled or ForwarderError.UpgradeResponseCanceled
            or ForwarderError.RequestBodyClient or ForwarderError.ResponseBodyClient
            or ForwarderError.UpgradeRequestClient or ForwarderError.UpgradeResponseClient =>
            ClosedByClient(backend, CallOutcome.Unmeasured),
        ForwarderError.Request or ForwarderError.ResponseBodyDestination => Unreachable(backend),
        _ => Unreachable(backend) with { IsTransient = false, IsOfConnection = false },
    };

    /// <param name="status">The status code of a backend's response.</param>
    public static CallOutcome OutcomeOf(int status) => status switch
    {
        StatusCodes.Status429TooManyRequests or StatusCodes.Status503ServiceUnavailable or StatusCodes.Status504GatewayTimeout =>
            CallOutcome.Overloaded,
        // A failure may be fast because no work was done.
        >= StatusCodes.Status500InternalServerError => CallOutcome.Unmeasured,
        _ => CallOutcome.Answered,
    };

    public static BackendFailure TimedOut(string backend, string how) =>
        new(backend, 504, "timeout", CallOutcome.Overloaded, $"The {backend} service {how}.");

    /// <summary>No request was sent to the backend: its number of requests in flight is at the gateway's limit.</summary>
    public static BackendFailure Overloaded(string backend) => new(
        backend, 503, "overloaded", CallOutcome.Unmeasured, $"The {backend} service has as many requests in flight as it can take.")
    {
        RetryAfter = "1",
    };

    public static BackendFailure Unreachable(string backend) =>
        new(backend, 502, "unreachable", CallOutcome.Unmeasured, $"The {backend} service cannot be reached.")
        {
            IsTransient = true,
            IsOfConnection = true,
        };

    /// <param name="how">Completes the sentence: what is wrong with the answer.</param>
    public static BackendFailure Unreadable(string backend, string how) =>
        new(backend, 502, "unreadable", CallOutcome.Unmeasured, $"The {backend} service sent an answer that {how}.");

    public ProblemDetails ToProblem() => new()
    {
        Status = Status,
        Detail = Detail,
        Extensions = { ["backend"] = Backend, ["failure"] = Kind },
    };

    // The client has disconnected, or its request could not be read. It gets no response that names a backend.
    private static BackendFailure ClosedByClient(string backend, CallOutcome outcome) =>
        new(backend, StatusCodes.Status499ClientClosedRequest, "client", outcome, "The client closed the request.");
}

/// <summary>The exception that ends a request because a backend that it requires failed.</summary>
internal sealed class BackendException(BackendFailure failure, Exception? innerException = null)
    : Exception(failure.Detail, innerException)
{
    public BackendFailure Failure { get; } = failure;
}
