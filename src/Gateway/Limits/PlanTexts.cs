using System.Collections.Concurrent;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Caches the texts of each plan, which all keys with the plan share.</summary>
internal sealed class PlanTexts
{
    private readonly ConcurrentDictionary<Plan, PlanText> _texts = new();

    public PlanText Of(Plan plan) => _texts.GetOrAdd(plan, static plan => new PlanText(plan));
}
