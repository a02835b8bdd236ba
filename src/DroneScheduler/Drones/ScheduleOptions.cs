using System.ComponentModel.DataAnnotations;
using DroneDelivery.SampleData;
using Microsoft.Extensions.Options;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>The sample data of the schedule; the same in every service.</summary>
internal sealed class ScheduleOptions
{
    public const string Section = "SampleData";

    public long Seed { get; set; } = World.DefaultSeed;

    [Range(1, 9999)]
    public int Owners { get; set; } = World.DefaultOwners;

    [Range(1, 120)]
    public int Months { get; set; } = World.DefaultMonths;
}

[OptionsValidator]
internal sealed partial class ScheduleOptionsValidator : IValidateOptions<ScheduleOptions>;
