namespace DroneDelivery.Gateway.Limits.Shared;

/// <summary>How a plan's tokens are leased.</summary>
internal sealed class LeaseTerms(Plan plan)
{
    /// <summary>What is leased lasts about so long.</summary>
    private const double LeaseSeconds = 0.5;

    /// <summary>What is leased while tokens are few lasts a caller who takes all of them so long.</summary>
    private const double ScarceLeaseSeconds = 0.01;

    private const double ShortestDemandSeconds = 0.1;
    private const int MostTokens = 100_000;

    /// <summary>Microseconds in which a token grows; 0 where there is no rate.</summary>
    public double Growth { get; } = plan.RequestsPerSecond is { } rate ? 1_000_000 / rate : 0;

    public int Burst { get; } = Math.Max(1, plan.Burst);

    /// <summary>Negative where there is no quota.</summary>
    public long PerDay { get; } = plan.RequestsPerDay ?? -1;

    /// <summary>Tokens that are leased while they are few.</summary>
    public int Least { get; } = Math.Clamp((int)((plan.RequestsPerSecond ?? 1) * ScarceLeaseSeconds), 1, Math.Max(1, plan.Burst));

    /// <param name="asked">Requests that came since the lease before.</param>
    /// <param name="during">How long ago that was.</param>
    public static int Wanted(int asked, TimeSpan during) => Math.Clamp(
        (int)Math.Ceiling(asked * LeaseSeconds / Math.Max(ShortestDemandSeconds, during.TotalSeconds)), 1, MostTokens);
}
