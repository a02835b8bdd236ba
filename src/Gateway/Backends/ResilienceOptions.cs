using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Timeouts, retries and the circuit breaker of an invoice's calls to a backend.</summary>
internal sealed class ResilienceOptions : IValidatableObject
{
    public const string Section = "Resilience";

    /// <summary>
    /// The timeout of one attempt, including its body. It is long, because a call that waits for a throttled database may succeed.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00")]
    public TimeSpan AttemptTimeout { get; set; } = TimeSpan.FromSeconds(15);

    /// <summary>The timeout of all attempts and the delays between them.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:30:00")]
    public TimeSpan TotalTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>The maximum number of retries after failures that allow one; see <see cref="BackendFailure.CanRetry"/>.</summary>
    [Range(0, 10)]
    public int Retries { get; set; } = 2;

    /// <summary>The median of the first delay; each further one is twice as long, all with jitter.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:00:10")]
    public TimeSpan RetryDelay { get; set; } = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// The share of attempts that time out, or whose backend is not reachable, at which the circuit breaker opens.
    /// </summary>
    [Range(0.01, 1)]
    public double BreakerFailureRatio { get; set; } = 0.5;

    /// <summary>With fewer attempts within <see cref="BreakerSampling"/> the circuit breaker does not open.</summary>
    [Range(2, 10_000)]
    public int BreakerMinimumAttempts { get; set; } = 20;

    [Range(typeof(TimeSpan), "00:00:00.500", "00:10:00")]
    public TimeSpan BreakerSampling { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long the circuit breaker stays open before it allows one attempt. It is short, because calls to a restarted backend
    /// fail for this time.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.500", "00:10:00")]
    public TimeSpan BreakerPause { get; set; } = TimeSpan.FromSeconds(1);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (TotalTimeout < AttemptTimeout)
        {
            yield return new ValidationResult(
                $"{Section}:TotalTimeout ({TotalTimeout}) must be at least AttemptTimeout ({AttemptTimeout}).");
        }
    }
}

[OptionsValidator]
internal sealed partial class ResilienceOptionsValidator : IValidateOptions<ResilienceOptions>;
