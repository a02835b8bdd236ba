using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Invoices;

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
