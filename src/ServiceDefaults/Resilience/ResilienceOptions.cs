using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.ServiceDefaults.Resilience;

/// <summary>How long a call to another service may take, what is tried again, and when calls stop for a while.</summary>
public sealed class ResilienceOptions : IValidatableObject
{
    public const string Section = "Resilience";

    /// <summary>The limit of one attempt. Long: a call that waits for a throttled database is slow, not lost.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00")]
    public TimeSpan AttemptTimeout { get; set; } = TimeSpan.FromSeconds(15);

    /// <summary>The limit of all attempts and the waits between them.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:30:00")]
    public TimeSpan TotalTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>Further attempts of a safe request (GET, HEAD) after the first.</summary>
    [Range(0, 10)]
    public int Retries { get; set; } = 2;

    /// <summary>The middle of the first wait; each further one is twice as long, all with jitter.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:00:10")]
    public TimeSpan RetryDelay { get; set; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The share of failed attempts at which the breaker opens.</summary>
    [Range(0.01, 1)]
    public double BreakerFailureRatio { get; set; } = 0.5;

    /// <summary>Attempts within <see cref="BreakerSampling"/> below which the breaker does not judge.</summary>
    [Range(2, 10_000)]
    public int BreakerMinimumAttempts { get; set; } = 20;

    [Range(typeof(TimeSpan), "00:00:00.500", "00:10:00")]
    public TimeSpan BreakerSampling { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long the breaker stays open before it lets one attempt through. Short: a service that was restarted is waited for so
    /// long.
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
