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
    /// Binds each plan separately. The binder of a whole dictionary silently leaves out a plan with a value that it cannot
    /// convert.
    /// </summary>
    public void Read(IConfiguration section)
    {
        foreach (var plan in section.GetChildren())
        {
            ByName.TryAdd(plan.Key, new PlanSettings());
            _unreadable.AddRange(plan.GetChildren()
                .Where(setting => !PlanSettings.Names.Contains(setting.Key, StringComparer.OrdinalIgnoreCase))
                .Select(setting => new ValidationResult(
                    $"{setting.Path} is none of what a plan has: {string.Join(", ", PlanSettings.Names)}.")));
            try
            {
                plan.Bind(ByName[plan.Key]);
            }
            catch (InvalidOperationException exception)
            {
                _unreadable.Add(new ValidationResult($"{plan.Path}: {exception.GetBaseException().Message}"));
            }
        }
    }

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        [.. _unreadable, .. ByName.SelectMany(plan => plan.Value.Validate($"{Section}:{plan.Key}"))];
}

[OptionsValidator]
internal sealed partial class PlanOptionsValidator : IValidateOptions<PlanOptions>;
