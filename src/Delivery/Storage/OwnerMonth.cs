using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Delivery.Storage;

/// <summary>The owner and the month of the deliveries that a client requests.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record OwnerMonth(string OwnerId, int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Year is < 2000 or > 2999)
        {
            yield return new ValidationResult($"{Year} is not a year from 2000 to 2999.", ["year"]);
        }

        if (Month is < 1 or > 12)
        {
            yield return new ValidationResult($"{Month} is not a month from 1 to 12.", ["month"]);
        }
    }
}

/// <summary>The month that a report is about.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record ReportedMonth(int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        new OwnerMonth("", Year, Month).Validate(validationContext);
}
