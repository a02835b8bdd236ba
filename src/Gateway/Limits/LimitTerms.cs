using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>A plan as the limits use it. All holders with the plan share it.</summary>
internal sealed class LimitTerms(Plan plan, long ticksPerSecond)
{
    /// <summary>The time for which a lease lasts at the rate of the plan while few tokens are left, in seconds.</summary>
    private const double ScarceLeaseSeconds = 0.01;

    public Plan Plan => plan;

    public PlanText Text { get; } = new(plan);

    public TokenRate? Rate { get; } =
        plan.RequestsPerSecond is { } perSecond ? new TokenRate(perSecond, plan.Burst, ticksPerSecond) : null;

    /// <summary>The microseconds in which a token is refilled; 0 if there is no rate.</summary>
    public double Growth { get; } = plan.RequestsPerSecond is { } perSecond ? 1_000_000 / perSecond : 0;

    /// <summary>The requests per day; negative if there is no quota.</summary>
    public long PerDay { get; } = plan.RequestsPerDay ?? -1;

    /// <summary>The number of tokens that may be leased while few are left.</summary>
    public int MinLease { get; } = Math.Clamp((int)((plan.RequestsPerSecond ?? 1) * ScarceLeaseSeconds), 1, plan.Burst);
}
