using System.Collections.Frozen;
using DroneDelivery.ServiceDefaults.Settings;

namespace DroneDelivery.Gateway.Plans;

/// <summary>The plans of this gateway, with one instance of each. When their settings change, all plans are replaced at once.</summary>
internal sealed class PlanCatalog
{
    private readonly ReloadedOptions<PlanOptions> _options;
    private readonly ILogger _logger;
    private volatile FrozenDictionary<string, Plan> _byName;

    public PlanCatalog(ReloadedOptions<PlanOptions> options, ILogger<PlanCatalog> logger)
    {
        (_options, _logger, _byName) = (options, logger, CreatePlans(options.Value));
        options.Changed += Replace;
    }

    /// <summary>Raised after the plans were replaced.</summary>
    public event Action? Changed;

    /// <summary>The settings of the plans in force.</summary>
    public IReadOnlyDictionary<string, PlanSettings> Settings => _options.Value.ByName;

    /// <summary>The latest change, if it was rejected.</summary>
    public RejectedSettings? Rejected => _options.Rejected;

    /// <summary>The names of all plans, for messages.</summary>
    public string Names => string.Join(", ", _byName.Keys.Order(StringComparer.Ordinal));

    public Plan? Find(string name) => _byName.GetValueOrDefault(name);

    private void Replace(PlanOptions options)
    {
        _byName = CreatePlans(options);
        Changed?.Invoke();
        Log.PlansWereRead(_logger, Names);
    }

    private static FrozenDictionary<string, Plan> CreatePlans(PlanOptions options) => options.ByName.ToFrozenDictionary(
        plan => plan.Key, plan => plan.Value.ToPlan(plan.Key), StringComparer.OrdinalIgnoreCase);
}
