using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The plans that a key may have, by name. Configuration changes those given here, or adds more.</summary>
internal sealed class PlanOptions : IValidatableObject
{
    public const string Section = "Plans";
    public const string Free = "free";

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

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        ByName.SelectMany(plan => plan.Value.Validate($"{Section}:{plan.Key}"));
}

[OptionsValidator]
internal sealed partial class PlanOptionsValidator : IValidateOptions<PlanOptions>;
