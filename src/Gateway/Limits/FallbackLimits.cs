using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits of a holder while Redis is lost: this gateway's share of the plan, by the last known number of gateways.
/// </summary>
internal sealed class FallbackLimits
{
    private readonly LocalHolderLimits _share;
    private readonly TimeProvider _time;
    private readonly long _startedOn;
    private readonly long _startedWith;

    /// <param name="lease">The latest response of Redis, which contains the used part of the daily quota.</param>
    public FallbackLimits(Plan plan, int members, Lease lease, TimeProvider time)
    {
        var terms = ShareOf(plan, members, time);
        (_share, _time) = (new LocalHolderLimits(terms, time), time);
        _startedOn = Today;
        if (terms.PerDay >= 0 && lease.Day == _startedOn)
        {
            _startedWith = terms.PerDay - (Math.Max(0, plan.RequestsPerDay!.Value - lease.UsedToday) / members);
            _share.Resume(DayCount.Pack(_startedOn, _startedWith));
        }
    }

    /// <summary>The number of requests that this gateway admitted today while Redis was lost.</summary>
    public long Admitted
    {
        get
        {
            var today = Today;
            var before = today == _startedOn ? _startedWith : 0;
            return Math.Max(0, DayCount.CountOn(today, _share.Today) - before);
        }
    }

    private long Today => DayCount.DayOf(_time.GetUtcNow());

    public LimitDecision Enter(int weight) => _share.Enter(weight);

    public void Return(int weight) => _share.Return(weight);

    public void Use(Plan plan, int members) => _share.Use(ShareOf(plan, members, _time));

    private static LimitTerms ShareOf(Plan plan, int members, TimeProvider time)
    {
        // The heaviest request of a route must fit into the burst.
        var minBurst = plan.Routes?.Values.Max(route => route.Weight) ?? 1;
        return new(
            plan with
            {
                RequestsPerSecond = plan.RequestsPerSecond / members,
                Burst = Math.Max(minBurst, plan.Burst / members),
                RequestsPerDay = plan.RequestsPerDay / members,
                Concurrency = null,
            },
            time.TimestampFrequency);
    }
}
