using DroneDelivery.Package.Items;
using DroneDelivery.Package.Parcels;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Cosmos;

namespace DroneDelivery.Package;

internal static class PackageService
{
    public static ServiceIdentity Identity { get; } = new("package", "Package: an owner's packages and items", 5120, 5121)
    {
        Flags =
        [
            new("--seed", $"{ParcelOptions.Section}:{nameof(ParcelOptions.Seed)}", "Seed of the sample data.", "1"),
            new(
                "--items",
                $"{ItemOptions.Section}:{nameof(ItemOptions.Calls)}",
                "How /items waits for Cosmos DB: sync, pool, refuse or unlimited; off: not served.",
                ItemOptions.Off),
            new(
                "--items-pool",
                $"{ItemOptions.Section}:{nameof(ItemOptions.PoolSize)}",
                "Requests at once with --items pool or refuse.",
                "100"),
            .. CosmosOptions.Flags,
        ],
    };
}
