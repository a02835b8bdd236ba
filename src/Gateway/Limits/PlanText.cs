using System.Globalization;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// Formats the limits of a plan as the header fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10).
/// The names of the limits of a route begin with the route. The texts of the rate are cached, so that most responses for a plan
/// without a daily quota allocate no text.
/// </summary>
internal sealed class PlanText
{
    private const int MaxCachedTexts = 1_000;
    private const int DaySeconds = 24 * 60 * 60;

    private readonly Plan _plan;
    private readonly string _scope;
    private readonly string?[] _rates;

    public PlanText(Plan plan)
    {
        _plan = plan;
        _scope = plan.Route is null ? "" : $"{plan.Route}:";
        _rates = new string?[plan.RequestsPerSecond is null ? 0 : Math.Min(plan.Burst, MaxCachedTexts) + 1];
        Policy = string.Join(", ", Policies());
    }

    /// <summary>The value of RateLimit-Policy; empty if the plan has no limit.</summary>
    public string Policy { get; }

    /// <summary>
    /// Returns the value of RateLimit: what is left after a request. Returns null if the plan has neither a rate nor a daily
    /// quota, and for a request that was refused because of concurrency: it used nothing, and what is left was not read.
    /// </summary>
    public string? Remaining(LimitDecision decision, TimeProvider time) =>
        decision.Refused == LimitKind.Concurrency ? null : (_plan.RequestsPerSecond, _plan.RequestsPerDay) switch
        {
            (null, null) => null,
            ({ } rate, null) => Rate(decision.Remaining, rate),
            (null, _) => Day(decision.RemainingToday, time),
            ({ } rate, _) => $"{Rate(decision.Remaining, rate)}, {Day(decision.RemainingToday, time)}",
        };

    private IEnumerable<string> Policies()
    {
        if (_plan.RequestsPerSecond is { } rate)
        {
            // A window is a whole number of seconds. Its quota is the number of requests that the sustained rate allows in one
            // window.
            var window = Math.Max(1, Math.Ceiling(_plan.Burst / rate));
            yield return FormattableString.Invariant($"\"{_scope}rate\";q={Math.Floor(rate * window):0};w={window:0}");
        }

        if (_plan.RequestsPerDay is { } perDay)
        {
            yield return FormattableString.Invariant($"\"{_scope}day\";q={perDay};w={DaySeconds}");
        }

        if (_plan.Concurrency is { } concurrency)
        {
            yield return FormattableString.Invariant($"\"{_scope}concurrency\";q={concurrency};qu=\"concurrent-requests\"");
        }
    }

    // A race is harmless: concurrent threads write equal texts.
    private string Rate(long remaining, double rate) => remaining < _rates.Length
        ? _rates[remaining] ??= WriteRate(remaining, rate)
        : WriteRate(remaining, rate);

    private string WriteRate(long remaining, double rate) =>
        string.Create(CultureInfo.InvariantCulture, $"\"{_scope}rate\";r={remaining};t={SecondsUntilFull(remaining, rate)}");

    private long SecondsUntilFull(long remaining, double rate) => (long)Math.Ceiling((_plan.Burst - remaining) / rate);

    private string Day(long remaining, TimeProvider time)
    {
        var seconds = (long)Math.Ceiling(DayCount.UntilMidnight(time.GetUtcNow()).TotalSeconds);
        return string.Create(CultureInfo.InvariantCulture, $"\"{_scope}day\";r={remaining};t={seconds}");
    }
}
