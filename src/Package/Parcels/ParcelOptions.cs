using System.ComponentModel.DataAnnotations;
using DroneDelivery.SampleData;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Parcels;

/// <summary>The sample data that the store is filled from; the same in every service.</summary>
internal sealed class ParcelOptions
{
    public const string Section = "SampleData";

    public long Seed { get; set; } = World.DefaultSeed;

    [Range(1, 9999)]
    public int Owners { get; set; } = World.DefaultOwners;

    [Range(1, 120)]
    public int Months { get; set; } = World.DefaultMonths;
}

[OptionsValidator]
internal sealed partial class ParcelOptionsValidator : IValidateOptions<ParcelOptions>;
