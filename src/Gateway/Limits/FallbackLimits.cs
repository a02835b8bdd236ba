using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits of a holder while Redis is lost: this gateway's share of the plan, by the last known number of gateways.
/// </summary>
internal sealed class FallbackLimits
{
    private readonly LocalHolderLimits _share;
    private readonly TimeProvider _time;
    private readonly long _startedWith;

    /// <param name="lease">The latest response of Redis, which contains the unused part of the daily quota.</param>
    public FallbackLimits(Plan plan, PlanText text, int members, Lease lease, TimeProvider time)
    {
        var share = plan with
        {
            RequestsPerSecond = plan.RequestsPerSecond / members,
            Burst = Math.Max(1, plan.Burst / members),
            RequestsPerDay = plan.RequestsPerDay / members,
            Concurrency = null,
        };
        (_share, _time) = (new LocalHolderLimits(share, text, time, former: null), time);
        if (lease.LeftToday >= 0 && lease.Day == Today)
        {
            _startedWith = (share.RequestsPerDay ?? 0) - (lease.LeftToday / members);
            _share.Resume(DayCount.Pack(Today, _startedWith));
        }
    }

    /// <summary>The number of requests that this gateway admitted today while Redis was lost.</summary>
    public long LetThrough => Math.Max(0, DayCount.CountOn(Today, _share.Today) - _startedWith);

    private long Today => DayCount.DayOf(_time.GetUtcNow());

    public LimitDecision Enter() => _share.Enter();
}
