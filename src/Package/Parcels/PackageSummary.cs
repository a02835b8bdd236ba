using DroneDelivery.SampleData;

namespace DroneDelivery.Package.Parcels;

/// <summary>The packages that an owner sent in one month.</summary>
internal sealed record PackageSummary(string OwnerId, int Year, int Month, int Packages, int Fragile, decimal WeightKilograms)
{
    public static PackageSummary FromParcels(OwnerMonth month, IReadOnlyCollection<Parcel> parcels) => new(
        month.OwnerId,
        month.Year,
        month.Month,
        parcels.Count,
        parcels.Count(parcel => parcel.Fragile),
        parcels.Sum(parcel => parcel.WeightKilograms));
}
