using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Plans;

/// <summary>The plans that a key may have, by name. Configuration changes the default plans or adds others.</summary>
internal sealed class PlanOptions : IValidatableObject
{
    public const string Section = "Plans";
    public const string Free = "free";

    private readonly List<ValidationResult> _unreadable = [];

    public Dictionary<string, PlanSettings> ByName { get; } = new(StringComparer.OrdinalIgnoreCase)
    {
        [Free] = new() { RequestsPerSecond = 10, Burst = 20, RequestsPerDay = 10_000, Concurrency = 10 },
        ["standard"] = new()
        {
            RequestsPerSecond = 200,
            Burst = 400,
            RequestsPerDay = 5_000_000,
            Concurrency = 200,
            IsPaying = true,
        },
        [Plan.Unlimited.Name] = new() { IsPaying = true },
    };

    /// <summary>
    /// Binds each plan and each route separately. The binder of a whole dictionary silently leaves out an entry with a value that
    /// it cannot convert.
    /// </summary>
    public void Read(IConfiguration section)
    {
        foreach (var plan in section.GetChildren())
        {
            ByName.TryAdd(plan.Key, new PlanSettings());
            Bind(plan, ByName[plan.Key]);
            foreach (var route in plan.GetSection(nameof(PlanSettings.Routes)).GetChildren())
            {
                ByName[plan.Key].Routes.TryAdd(route.Key, new RouteSettings());
                Bind(route, ByName[plan.Key].Routes[route.Key]);
            }
        }
    }

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        [.. _unreadable, .. ByName.SelectMany(plan => plan.Value.Validate($"{Section}:{plan.Key}"))];

    private void Bind(IConfigurationSection section, LimitSettings settings)
    {
        _unreadable.AddRange(section.GetChildren()
            .Where(setting => !settings.GetNames().Contains(setting.Key, StringComparer.OrdinalIgnoreCase))
            .Select(setting => new ValidationResult(
                $"{setting.Path} is none of the settings here: {string.Join(", ", settings.GetNames())}.")));
        try
        {
            section.Bind(settings);
        }
        catch (InvalidOperationException exception)
        {
            _unreadable.Add(new ValidationResult($"{section.Path}: {exception.GetBaseException().Message}"));
        }
    }
}

[OptionsValidator]
internal sealed partial class PlanOptionsValidator : IValidateOptions<PlanOptions>;
