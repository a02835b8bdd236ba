using DroneDelivery.Gateway.Plans;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Rejects changed plans if one that a key has is missing. At the start of the process, no key is known yet.</summary>
internal sealed class PlansInUse(KeyRing ring) : IValidateOptions<PlanOptions>
{
    public ValidateOptionsResult Validate(string? name, PlanOptions options)
    {
        var faults = ring.Holders.Select(holder => holder.Caller)
            .Where(caller => !options.ByName.ContainsKey(caller.Plan.Name))
            .GroupBy(caller => caller.Plan.Name)
            .Select(plan => $"{PlanOptions.Section}:{plan.Key} is missing, and {plan.Count()} of the keys have this plan: "
                + $"{string.Join(", ", plan.Take(3).Select(caller => $"{caller.KeyId} of {caller.Name}"))}.")
            .ToArray();
        return faults.Length == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(faults);
    }
}
