using DroneDelivery.SampleData;

namespace DroneDelivery.Package.Parcels;

/// <summary>What an owner sent in one month.</summary>
internal sealed record PackageSummary(string OwnerId, int Year, int Month, int Packages, int Fragile, decimal WeightKilograms)
{
    public static PackageSummary Of(OwnerMonth asked, IReadOnlyCollection<Parcel> parcels) => new(
        asked.OwnerId,
        asked.Year,
        asked.Month,
        parcels.Count,
        parcels.Count(parcel => parcel.Fragile),
        parcels.Sum(parcel => parcel.WeightKilograms));
}
