using System.ComponentModel.DataAnnotations;
using DroneDelivery.Delivery.Deliveries;

namespace DroneDelivery.Delivery.Reports;

/// <summary>The month that a report is about.</summary>
/// <remarks>Public because the generated validation passes over internal types.</remarks>
public sealed record ReportedMonth(int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        new OwnerMonth("", Year, Month).Validate(validationContext);
}
