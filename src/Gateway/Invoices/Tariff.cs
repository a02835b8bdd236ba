using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Invoices;

/// <summary>
/// Calculates the amount of an invoice: deliveries, miles, drone hours and weight, each multiplied by its price and rounded to
/// cents.
/// </summary>
internal sealed class Tariff(IOptions<TariffOptions> options)
{
    public InvoiceAmount AmountFor(DroneUtilization utilization, PackageSummary packages)
    {
        var prices = options.Value;
        InvoiceLine[] lines =
        [
            Line("delivery", utilization.Deliveries, prices.PerDelivery),
            Line("mile", utilization.MilesTraveled, prices.PerMile),
            Line("drone hour", utilization.HoursAssigned, prices.PerDroneHour),
            Line("kilogram", packages.WeightKilograms, prices.PerKilogram),
        ];
        return new InvoiceAmount(prices.Currency, lines.Sum(line => line.Amount), lines);
    }

    private static InvoiceLine Line(string unit, decimal quantity, decimal price) =>
        new(unit, quantity, price, Math.Round(quantity * price, 2, MidpointRounding.ToEven));
}

/// <summary>The prices and the currency of invoices.</summary>
internal sealed class TariffOptions
{
    public const string Section = "Tariff";

    [Required]
    public string Currency { get; set; } = "USD";

    [Range(0, 1_000_000)]
    public decimal PerDelivery { get; set; } = 4.50m;

    [Range(0, 1_000_000)]
    public decimal PerMile { get; set; } = 0.60m;

    [Range(0, 1_000_000)]
    public decimal PerDroneHour { get; set; } = 12.00m;

    [Range(0, 1_000_000)]
    public decimal PerKilogram { get; set; } = 0.80m;
}

[OptionsValidator]
internal sealed partial class TariffOptionsValidator : IValidateOptions<TariffOptions>;
