using System.ComponentModel.DataAnnotations;
using System.Globalization;

namespace DroneDelivery.Gateway.Invoices;

/// <summary>The owner and the month of a requested invoice.</summary>
/// <remarks>Public because the generated validation ignores internal types.</remarks>
public sealed record InvoiceQuery(string OwnerId, int Year, int Month) : IValidatableObject
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

    /// <summary>The address of the same owner and month at a backend.</summary>
    internal string AddressAt(string path) => string.Create(
        CultureInfo.InvariantCulture, $"{path}?ownerId={Uri.EscapeDataString(OwnerId)}&year={Year}&month={Month}");
}
