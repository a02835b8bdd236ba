using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The parameters by which the tokens of a plan are leased.</summary>
internal sealed class LeaseTerms(Plan plan)
{
    /// <summary>The time for which a lease lasts at the measured demand, in seconds.</summary>
    private const double LeaseSeconds = 0.5;

    /// <summary>The time for which a lease lasts at the rate of the plan while few tokens are left, in seconds.</summary>
    private const double ScarceLeaseSeconds = 0.01;

    private const double ShortestDemandSeconds = 0.1;
    private const int MostTokens = 100_000;

    /// <summary>The microseconds in which a token is refilled; 0 if there is no rate.</summary>
    public double Growth { get; } = plan.RequestsPerSecond is { } rate ? 1_000_000 / rate : 0;

    public int Burst { get; } = Math.Max(1, plan.Burst);

    /// <summary>The requests per day; negative if there is no quota.</summary>
    public long PerDay { get; } = plan.RequestsPerDay ?? -1;

    /// <summary>The number of tokens that may be leased while few are left.</summary>
    public int Least { get; } = Math.Clamp((int)((plan.RequestsPerSecond ?? 1) * ScarceLeaseSeconds), 1, Math.Max(1, plan.Burst));

    /// <summary>Returns the number of tokens to lease.</summary>
    /// <param name="asked">The number of requests since the previous lease.</param>
    /// <param name="during">The time since the previous lease.</param>
    public static int Wanted(int asked, TimeSpan during) => Math.Clamp(
        (int)Math.Ceiling(asked * LeaseSeconds / Math.Max(ShortestDemandSeconds, during.TotalSeconds)), 1, MostTokens);
}
