using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits as counted by this gateway alone. Two gateways together admit twice the plan.</summary>
internal sealed class LocalLimits(TimeProvider time) : ILimits
{
    private readonly HolderTable<LocalHolderLimits> _holders = new((_, terms) => new LocalHolderLimits(terms, time), time);

    public bool IsAlone => true;

    public HolderLimits Of(Caller caller) => _holders.Of(caller);

    public HolderLimits Of(Caller caller, Plan route) => _holders.Of(caller, route);
}
