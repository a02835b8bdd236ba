using System.Collections.Concurrent;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of every key that has come. A key that changes its plan keeps what it has used.</summary>
/// <param name="create">From a key's plan and what there was under its plan before.</param>
internal sealed class KeyTable<TLimits>(Func<Caller, TLimits?, TLimits> create)
    where TLimits : class, IKeyLimits
{
    private readonly ConcurrentDictionary<string, TLimits> _keys = new();

    public ICollection<TLimits> All => _keys.Values;

    public TLimits Of(Caller caller) =>
        _keys.TryGetValue(caller.KeyId, out var limits) && limits.Plan == caller.Plan
            ? limits
            : Renew(caller);

    private TLimits Renew(Caller caller) => _keys.AddOrUpdate(
        caller.KeyId,
        (_, wanted) => create(wanted, null),
        (_, former, wanted) => former.Plan == wanted.Plan ? former : create(wanted, former),
        caller);
}
