using System.Net;
using Microsoft.AspNetCore.Mvc;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace DroneDelivery.Gateway.Backends;

/// <summary>The failure of a backend, and the status code of the gateway's response to it.</summary>
/// <param name="Backend">One of <see cref="BackendNames"/>.</param>
/// <param name="Status">The status code of the gateway's response.</param>
/// <param name="Kind">
/// A machine-readable name: <c>timeout</c>, <c>unreachable</c>, <c>paused</c>, <c>overloaded</c>, <c>unavailable</c>,
/// <c>failed</c>, <c>unreadable</c> or <c>not-found</c>.
/// </param>
/// <param name="Detail">A sentence that describes the failure.</param>
internal sealed record BackendFailure(string Backend, int Status, string Kind, string Detail)
{
    /// <summary>The <see cref="Kind"/> if calls to the backend are paused: no request was sent to it.</summary>
    public const string Paused = "paused";

    /// <summary>The value of the <c>Retry-After</c> header, unchanged if the backend sent one; null for none.</summary>
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

    /// <summary>No request was sent to the backend: its number of requests in flight is at the gateway's limit.</summary>
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
