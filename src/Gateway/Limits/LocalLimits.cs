using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Each gateway by itself: two of them let through twice the plan.</summary>
internal sealed class LocalLimits(PlanTexts texts, TimeProvider time) : ILimits
{
    private readonly KeyTable<LocalKeyLimits> _keys = new((caller, former) =>
        new LocalKeyLimits(caller.Plan, texts.Of(caller.Plan), time, former));

    public bool IsAlone => true;

    public IKeyLimits Of(Caller caller) => _keys.Of(caller);
}
