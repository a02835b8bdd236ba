using DroneDelivery.SampleData;

namespace DroneDelivery.Package.Parcels;

/// <summary>All parcels in memory, by id and by owner. Filled before the service listens, read-only after that.</summary>
internal sealed class ParcelStore(World world) : IHostedService
{
    private readonly Dictionary<string, Parcel> _byId = [];
    private readonly Dictionary<string, Parcel[]> _byOwner = [];

    public Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var ownerId in world.OwnerIds)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Add(ownerId, [.. world.ParcelsOf(ownerId)]);
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Parcel? Find(string packageId) => _byId.GetValueOrDefault(packageId);

    /// <summary>The parcels of one owner in one month, or null when there is no such owner.</summary>
    public IReadOnlyList<Parcel>? FindMonth(OwnerMonth month) => _byOwner.TryGetValue(month.OwnerId, out var parcels)
        ? [.. parcels.Where(parcel => parcel.Year == month.Year && parcel.Month == month.Month)]
        : null;

    private void Add(string ownerId, Parcel[] parcels)
    {
        _byOwner.Add(ownerId, parcels);
        foreach (var parcel in parcels)
        {
            _byId.Add(parcel.PackageId, parcel);
        }
    }
}
