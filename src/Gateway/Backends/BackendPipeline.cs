using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// The pipeline of an invoice's calls to one backend: total timeout, retry, circuit breaker, attempt timeout, in this order.
/// </summary>
internal static class BackendPipeline
{
    public static ResiliencePipeline Create(string name, ResilienceOptions options, ResilienceMeter meter, TimeProvider time)
    {
        var builder = new ResiliencePipelineBuilder
        {
            Name = name,
            TelemetryListener = meter,
            TimeProvider = time,
        };
        builder.AddTimeout(new TimeoutStrategyOptions { Name = "TotalTimeout", Timeout = options.TotalTimeout });
        if (options.Retries > 0)
        {
            builder.AddRetry(new RetryStrategyOptions
            {
                Name = "Retry",
                BackoffType = DelayBackoffType.Exponential,
                Delay = options.RetryDelay,
                MaxRetryAttempts = options.Retries,
                UseJitter = true,
                ShouldHandle = args => ValueTask.FromResult(args.Outcome.Exception is BackendException { Failure.CanRetry: true }),
            });
        }

        return builder
            .AddCircuitBreaker(new CircuitBreakerStrategyOptions
            {
                Name = "Breaker",
                BreakDuration = options.BreakerPause,
                FailureRatio = options.BreakerFailureRatio,
                MinimumThroughput = options.BreakerMinimumAttempts,
                SamplingDuration = options.BreakerSampling,
                ShouldHandle = args => ValueTask.FromResult(IsCounted(args.Outcome.Exception)),
            })
            .AddTimeout(new TimeoutStrategyOptions { Name = "AttemptTimeout", Timeout = options.AttemptTimeout })
            .Build();
    }

    private static bool IsCounted(Exception? exception) =>
        exception is TimeoutRejectedException or BackendException { Failure: { IsTransient: true } or { Status: 504 } };
}
