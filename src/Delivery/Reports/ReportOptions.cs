using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Reports;

internal sealed class ReportOptions
{
    public const string Section = "Reports";

    /// <summary>The maximum number of reports that are made at the same time.</summary>
    [Range(1, 1_000)]
    public int MaxConcurrent { get; set; } = 4;

    /// <summary>The maximum number of further requests that wait.</summary>
    [Range(0, 100_000)]
    public int MaxWaiting { get; set; } = 200;

    /// <summary>
    /// The memory of reports that are being sent, in MB of 1,048,576 bytes. While it is used up, no report is made; while one
    /// holder of keys uses half of it, none is made for that holder.
    /// </summary>
    [Range(1, 65_536)]
    public int MaxSendingMegabytes { get; set; } = 64;
}

[OptionsValidator]
internal sealed partial class ReportOptionsValidator : IValidateOptions<ReportOptions>;
