using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>The owner and the month of the assignments that a client requests.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record OwnerMonth(string OwnerId, int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) => ValidationRules.Month(Year, Month);
}
