using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>How often the summaries are read again.</summary>
internal sealed class SummaryOptions
{
    public const string Section = "Summaries";

    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan RefreshEvery { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>The delay after a read that failed or found no summaries.</summary>
    [Range(typeof(TimeSpan), "00:00:01", "01:00:00")]
    public TimeSpan RetryEvery { get; set; } = TimeSpan.FromSeconds(3);
}

[OptionsValidator]
internal sealed partial class SummaryOptionsValidator : IValidateOptions<SummaryOptions>;
