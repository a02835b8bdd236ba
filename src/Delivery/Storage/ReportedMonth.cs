using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Delivery.Storage;

/// <summary>The month that a report is about.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record ReportedMonth(int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        new OwnerMonth("", Year, Month).Validate(validationContext);
}
