using System.Collections.Frozen;
using DroneDelivery.ServiceDefaults.Settings;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.Gateway.Plans;

/// <summary>
/// The plans of this gateway, with one instance of each. They are read again when the configuration changes, and replaced all at
/// once. If one of the new plans is wrong, or one that a key has is missing, the former plans stay in force.
/// </summary>
internal sealed class PlanCatalog : IDisposable
{
    private readonly Lock _gate = new();
    private readonly IOptionsFactory<PlanOptions> _plans;
    private readonly IConfiguration _configuration;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly IDisposable _watch;
    private volatile FrozenDictionary<string, Plan> _byName;

    /// <exception cref="OptionsValidationException">The plans are wrong.</exception>
    public PlanCatalog(
        IOptionsFactory<PlanOptions> plans, IConfiguration configuration, TimeProvider time, ILogger<PlanCatalog> logger)
    {
        (_plans, _configuration, _time, _logger) = (plans, configuration, time, logger);
        (Settings, _byName) = Read();
        _watch = ChangeToken.OnChange(configuration.GetReloadToken, Reload);
    }

    /// <summary>Raised after the plans were replaced.</summary>
    public event Action? Changed;

    /// <summary>The settings of the plans in force.</summary>
    public IReadOnlyDictionary<string, PlanSettings> Settings { get; private set; }

    /// <summary>The latest change, if it was rejected.</summary>
    public RejectedPlans? Rejected { get; private set; }

    /// <summary>The names of all plans, for messages.</summary>
    public string Names => string.Join(", ", _byName.Keys.Order(StringComparer.Ordinal));

    public Plan? Find(string name) => _byName.GetValueOrDefault(name);

    public void Dispose() => _watch.Dispose();

    private (IReadOnlyDictionary<string, PlanSettings> Settings, FrozenDictionary<string, Plan> ByName) Read()
    {
        var settings = _plans.Create(Options.DefaultName).ByName;
        return (settings, settings.ToFrozenDictionary(
            plan => plan.Key, plan => plan.Value.ToPlan(plan.Key), StringComparer.OrdinalIgnoreCase));
    }

    private void Reload()
    {
        lock (_gate)
        {
            if (_configuration[SettingsFile.FaultKey] is { } unreadable)
            {
                Rejected = new(_time.GetUtcNow(), [unreadable]);
                return;
            }

            try
            {
                (var settings, _byName) = Read();
                Changed?.Invoke();
                (Settings, Rejected) = (settings, null);
                Log.PlansWereRead(_logger, Names);
            }
            catch (OptionsValidationException exception)
            {
                Rejected = new(_time.GetUtcNow(), [.. exception.Failures]);
                Log.PlansWereRejected(_logger, string.Join(" ", exception.Failures));
            }
        }
    }
}

/// <summary>A change of the plans that was not applied.</summary>
internal sealed record RejectedPlans(DateTimeOffset At, IReadOnlyList<string> Faults);
