using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits as counted by this gateway alone. Two gateways together admit twice the plan.</summary>
internal sealed class LocalLimits(PlanTexts texts, TimeProvider time) : ILimits
{
    private readonly HolderTable<LocalHolderLimits> _holders = new((caller, former) =>
        new LocalHolderLimits(caller.Plan, texts.Of(caller.Plan), time, former));

    public bool IsAlone => true;

    public IHolderLimits Of(Caller caller) => _holders.Of(caller);
}
