using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.WarmUp;

/// <summary>The time that a service may take to warm up before it is ready.</summary>
internal sealed class WarmUpOptions
{
    public const string Section = "WarmUp";

    public static readonly ServiceFlag Flag = new(
        "--warm-up-time", $"{Section}:{nameof(Time)}", "Longest warm-up before the service is ready; 0: none.", "00:00:05");

    /// <summary>The longest warm-up; zero disables it.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00")]
    public TimeSpan Time { get; set; } = TimeSpan.FromSeconds(5);
}

[OptionsValidator]
internal sealed partial class WarmUpOptionsValidator : IValidateOptions<WarmUpOptions>;
