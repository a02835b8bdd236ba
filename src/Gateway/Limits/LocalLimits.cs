using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits as counted by this gateway alone. Two gateways together admit twice the plan.</summary>
internal sealed class LocalLimits(TimeProvider time) : ILimits
{
    private readonly HolderTable<LocalHolderLimits> _holders = new((_, terms) => new LocalHolderLimits(terms, time), time);

    public bool AreLocal => true;

    public HolderLimits ForCaller(Caller caller) => _holders.ForCaller(caller);

    public HolderLimits ForRoute(Caller caller, Plan route) => _holders.ForRoute(caller, route);
}
