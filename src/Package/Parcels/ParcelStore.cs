using DroneDelivery.SampleData;

namespace DroneDelivery.Package.Parcels;

/// <summary>All parcels. They are made for each request: to make those of all owners first would delay the start.</summary>
internal sealed class ParcelStore(World world)
{
    public Parcel? Find(string packageId) => world.FindParcel(packageId);

    /// <summary>The parcels of one owner in one month, or null when there is no such owner.</summary>
    public IReadOnlyList<Parcel>? FindMonth(OwnerMonth month) =>
        world.HasOwner(month.OwnerId) ? world.ParcelsOf(month.OwnerId, month.Year, month.Month) : null;
}
