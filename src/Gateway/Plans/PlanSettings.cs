using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Gateway.Plans;

/// <summary>One entry of the configuration section Plans: the values of a <see cref="Plan"/> before validation.</summary>
internal sealed class PlanSettings
{
    /// <summary>One year. In clock ticks, this value is far below the maximum of <see cref="long"/>.</summary>
    private const int MostSecondsToRefill = 31_536_000;

    /// <summary>The settings of a plan that configuration may contain.</summary>
    public static readonly IReadOnlyList<string> Names =
        [nameof(RequestsPerSecond), nameof(Burst), nameof(RequestsPerDay), nameof(Concurrency), nameof(IsPaying)];

    public double? RequestsPerSecond { get; set; }

    public int Burst { get; set; } = 1;

    public long? RequestsPerDay { get; set; }

    public int? Concurrency { get; set; }

    public bool IsPaying { get; set; }

    public Plan ToPlan(string name) => new(name)
    {
        RequestsPerSecond = RequestsPerSecond,
        Burst = Burst,
        RequestsPerDay = RequestsPerDay,
        Concurrency = Concurrency,
        IsPaying = IsPaying,
    };

    public IEnumerable<ValidationResult> Validate(string key)
    {
        if (RequestsPerSecond is not (null or (> 0 and <= 1_000_000)))
        {
            yield return Wrong(key, nameof(RequestsPerSecond), "above 0 and at most 1000000", $"{RequestsPerSecond}");
        }

        if (Burst is < 1 or > 1_000_000)
        {
            yield return Wrong(key, nameof(Burst), "from 1 to 1000000", $"{Burst}");
        }

        if (RequestsPerSecond > 0 && Burst / RequestsPerSecond > MostSecondsToRefill)
        {
            yield return Wrong(key, nameof(Burst), $"what comes back within {MostSecondsToRefill} seconds", $"{Burst}");
        }

        if (RequestsPerDay < 1)
        {
            yield return Wrong(key, nameof(RequestsPerDay), "at least 1", $"{RequestsPerDay}");
        }

        if (Concurrency < 1)
        {
            yield return Wrong(key, nameof(Concurrency), "at least 1", $"{Concurrency}");
        }
    }

    private static ValidationResult Wrong(string key, string property, string allowed, FormattableString value) =>
        new($"{key}:{property} must be {allowed}, not {FormattableString.Invariant(value)}.");
}
