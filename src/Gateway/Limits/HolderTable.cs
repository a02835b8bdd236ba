using System.Collections.Concurrent;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits of each holder of keys. All keys of a holder share them, so that a key rotation neither doubles a limit nor
/// restarts a day. When the plan of a holder changes, the used requests stay counted.
/// </summary>
/// <param name="create">Creates the limits from the holder's plan and the limits under the previous plan, if any.</param>
internal sealed class HolderTable<TLimits>(Func<Caller, TLimits?, TLimits> create)
    where TLimits : class, IHolderLimits
{
    private readonly ConcurrentDictionary<string, TLimits> _holders = new();

    public ICollection<TLimits> All => _holders.Values;

    public TLimits Of(Caller caller) =>
        _holders.TryGetValue(caller.Name, out var limits) && limits.Plan == caller.Plan
            ? limits
            : Renew(caller);

    private TLimits Renew(Caller caller) => _holders.AddOrUpdate(
        caller.Name,
        (_, wanted) => create(wanted, null),
        (_, former, wanted) => former.Plan == wanted.Plan ? former : create(wanted, former),
        caller);
}
