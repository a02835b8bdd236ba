using System.Collections.Concurrent;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Keeps the texts of each plan, for all of its keys.</summary>
internal sealed class PlanTexts
{
    private readonly ConcurrentDictionary<Plan, PlanText> _texts = new();

    public PlanText Of(Plan plan) => _texts.GetOrAdd(plan, static plan => new PlanText(plan));
}
