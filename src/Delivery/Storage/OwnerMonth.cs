using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Delivery.Storage;

/// <summary>The owner and the month of the deliveries that a client requests.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record OwnerMonth(string OwnerId, int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        [.. ValidationRules.Owner(OwnerId), .. ValidationRules.Month(Year, Month)];
}

/// <summary>The month that a report is about.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record ReportedMonth(int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) => ValidationRules.Month(Year, Month);
}
