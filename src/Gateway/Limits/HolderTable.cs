using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits of each holder of keys. All keys of a holder share them, so that a key rotation neither doubles a limit nor
/// restarts a day. When the plan of a holder changes, the used requests stay counted.
/// </summary>
/// <param name="create">Creates the limits for the name of a holder, or of a holder and a route.</param>
internal sealed class HolderTable<TLimits>(Func<string, LimitTerms, TLimits> create, TimeProvider time)
    where TLimits : HolderLimits
{
    private readonly ConcurrentDictionary<string, TLimits> _plans = new();
    private readonly ConcurrentDictionary<(string Holder, string Route), TLimits> _routes = new();
    private readonly ConditionalWeakTable<Plan, LimitTerms> _terms = [];

    public IEnumerable<TLimits> All => _plans.Values.Concat(_routes.Values);

    public TLimits ForCaller(Caller caller) => _plans.TryGetValue(caller.Name, out var limits)
        ? Update(limits, caller.Plan)
        : _plans.GetOrAdd(caller.Name, name => create(name, TermsOf(caller.Plan)));

    public TLimits ForRoute(Caller caller, Plan route) => _routes.TryGetValue((caller.Name, route.Route!), out var limits)
        ? Update(limits, route)
        : _routes.GetOrAdd((caller.Name, route.Route!), key => create($"{key.Holder}:{key.Route}", TermsOf(route)));

    private TLimits Update(TLimits limits, Plan plan)
    {
        if (limits.Terms.Plan != plan)
        {
            limits.Use(TermsOf(plan));
        }

        return limits;
    }

    private LimitTerms TermsOf(Plan plan) =>
        _terms.GetValue(plan, changed => new LimitTerms(changed, time.TimestampFrequency));
}
