using System.Collections.Frozen;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The plans of this gateway, each there once.</summary>
internal sealed class Plans(IOptions<PlanOptions> options)
{
    private readonly FrozenDictionary<string, Plan> _byName = options.Value.ByName.ToFrozenDictionary(
        plan => plan.Key, plan => plan.Value.ToPlan(plan.Key), StringComparer.OrdinalIgnoreCase);

    /// <summary>All names, for people.</summary>
    public string Names => string.Join(", ", _byName.Keys.Order(StringComparer.Ordinal));

    public Plan? Find(string name) => _byName.GetValueOrDefault(name);
}
