using System.Collections.Frozen;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Plans;

/// <summary>The plans of this gateway, with one instance of each.</summary>
internal sealed class PlanCatalog(IOptions<PlanOptions> options)
{
    private readonly FrozenDictionary<string, Plan> _byName = options.Value.ByName.ToFrozenDictionary(
        plan => plan.Key, plan => plan.Value.ToPlan(plan.Key), StringComparer.OrdinalIgnoreCase);

    /// <summary>The names of all plans, for messages.</summary>
    public string Names => string.Join(", ", _byName.Keys.Order(StringComparer.Ordinal));

    public Plan? Find(string name) => _byName.GetValueOrDefault(name);
}
