using System.Net;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace DroneDelivery.ServiceDefaults.Resilience;

/// <summary>
/// The pipeline of the calls to one other service: total timeout, retry, circuit breaker, attempt timeout, in this order.
/// </summary>
internal static class HttpResilience
{
    public static readonly ResiliencePropertyKey<HttpMethod> MethodKey = new("http.request.method");

    public static ResiliencePipeline<HttpResponseMessage> CreatePipeline(
        string name, ResilienceOptions options, TimeProvider time)
    {
        var builder = new ResiliencePipelineBuilder<HttpResponseMessage>
        {
            Name = name,
            TelemetryListener = new ResilienceMeter(),
            TimeProvider = time,
        };
        builder.AddTimeout(new TimeoutStrategyOptions { Name = "TotalTimeout", Timeout = options.TotalTimeout });
        if (options.Retries > 0)
        {
            builder.AddRetry(Retry(options));
        }

        return builder
            .AddCircuitBreaker(Breaker(options))
            .AddTimeout(new TimeoutStrategyOptions { Name = "AttemptTimeout", Timeout = options.AttemptTimeout })
            .Build();
    }

    private static RetryStrategyOptions<HttpResponseMessage> Retry(ResilienceOptions options) => new()
    {
        Name = "Retry",
        BackoffType = DelayBackoffType.Exponential,
        Delay = options.RetryDelay,
        MaxRetryAttempts = options.Retries,
        UseJitter = true,
        ShouldHandle = args => ValueTask.FromResult(
            IsSafe(args.Context) && IsTransient(args.Outcome) && !HasRetryAfter(args.Outcome)),
        OnRetry = args =>
        {
            args.Outcome.Result?.Dispose();
            return ValueTask.CompletedTask;
        },
    };

    private static CircuitBreakerStrategyOptions<HttpResponseMessage> Breaker(ResilienceOptions options) => new()
    {
        Name = "Breaker",
        BreakDuration = options.BreakerPause,
        FailureRatio = options.BreakerFailureRatio,
        MinimumThroughput = options.BreakerMinimumAttempts,
        SamplingDuration = options.BreakerSampling,
        ShouldHandle = args => ValueTask.FromResult(
            IsTransient(args.Outcome) || IsTimeout(args.Outcome)),
    };

    private static bool IsSafe(ResilienceContext context) =>
        context.Properties.TryGetValue(MethodKey, out var method) && (method == HttpMethod.Get || method == HttpMethod.Head);

    private static bool IsTransient(Outcome<HttpResponseMessage> outcome) =>
        outcome.Exception is HttpRequestException
        || outcome.Result?.StatusCode is HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable;

    // A backend that sends Retry-After is overloaded, and a retry would add load. The caller gets the response with the header.
    private static bool HasRetryAfter(Outcome<HttpResponseMessage> outcome) => outcome.Result?.Headers.RetryAfter is not null;

    // A timeout is not retried: retries add load to a service that is slow under load.
    private static bool IsTimeout(Outcome<HttpResponseMessage> outcome) =>
        outcome.Exception is TimeoutRejectedException || outcome.Result?.StatusCode is HttpStatusCode.GatewayTimeout;
}
