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
