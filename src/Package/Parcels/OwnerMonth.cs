using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Package.Parcels;

/// <summary>The owner and the month of the packages that a client requests.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record OwnerMonth(string OwnerId, int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) => ValidationRules.Month(Year, Month);
}
