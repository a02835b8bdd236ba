using System.ComponentModel.DataAnnotations;
using System.Globalization;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Gateway.Invoices;

/// <summary>The owner and the month of a requested invoice.</summary>
/// <remarks>Public because the generated validation ignores internal types.</remarks>
public sealed record InvoiceQuery(string OwnerId, int Year, int Month) : IValidatableObject
{
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        [.. ValidationRules.Owner(OwnerId), .. ValidationRules.Month(Year, Month)];

    /// <summary>The address of the same owner and month at a backend.</summary>
    internal string AddressAt(string path) => string.Create(
        CultureInfo.InvariantCulture, $"{path}?ownerId={Uri.EscapeDataString(OwnerId)}&year={Year}&month={Month}");
}
