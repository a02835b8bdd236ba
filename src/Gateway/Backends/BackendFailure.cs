using System.Net;
using Microsoft.AspNetCore.Mvc;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Which backend failed, how, and the status the gateway answers with because of it.</summary>
/// <param name="Backend">One of <see cref="BackendNames"/>.</param>
/// <param name="Status">The gateway's own status code.</param>
/// <param name="Kind">
/// A word for programs: timeout, unreachable, paused, overloaded, unavailable, failed, unreadable, not-found.
/// </param>
/// <param name="Detail">A sentence for people.</param>
internal sealed record BackendFailure(string Backend, int Status, string Kind, string Detail)
{
    /// <summary>The <see cref="Kind"/> where calls to the backend are paused: it was not asked.</summary>
    public const string Paused = "paused";

    /// <summary>When the backend asked to be called again, as it said it.</summary>
    public string? RetryAfter { get; init; }

    public static BackendFailure From(string backend, Exception exception) => exception switch
    {
        TimeoutRejectedException timeout => TimedOut(backend, $"did not answer within {timeout.Timeout.TotalSeconds:0.###} s"),
        BrokenCircuitException => new(backend, 503, Paused, $"The {backend} service failed too often; calls to it are paused."),
        OperationCanceledException => TimedOut(backend, "did not accept a connection in time"),
        HttpRequestException => Unreachable(backend),
        _ => new(backend, 502, "unreadable", $"The {backend} service sent an answer that cannot be read."),
    };

    public static BackendFailure From(string backend, HttpResponseMessage response) => response.StatusCode switch
    {
        HttpStatusCode.NotFound => new(backend, 404, "not-found", $"The {backend} service knows no such owner."),
        HttpStatusCode.GatewayTimeout => TimedOut(backend, "did not get what it needs in time"),
        HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable =>
            new(backend, 503, "unavailable", $"The {backend} service is overloaded or not available.")
            {
                RetryAfter = response.Headers.RetryAfter?.ToString(),
            },
        _ => new(backend, 502, "failed", $"The {backend} service answered with status {(int)response.StatusCode}."),
    };

    public static BackendFailure TimedOut(string backend, string how) =>
        new(backend, 504, "timeout", $"The {backend} service {how}.");

    /// <summary>The backend was not asked: it has as many requests as the gateway lets it have.</summary>
    public static BackendFailure Overloaded(string backend) =>
        new(backend, 503, "overloaded", $"The {backend} service has as many requests in flight as it can take.")
        {
            RetryAfter = "1",
        };

    public static BackendFailure Unreachable(string backend) =>
        new(backend, 502, "unreachable", $"The {backend} service cannot be reached.");

    public static BackendFailure BrokenOff(string backend) =>
        new(backend, 502, "unreadable", $"The {backend} service sent an answer that broke off.");

    public ProblemDetails ToProblem() => new()
    {
        Status = Status,
        Detail = Detail,
        Extensions = { ["backend"] = Backend, ["failure"] = Kind },
    };
}
