using DroneDelivery.Package.Parcels;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Package;

internal static class PackageService
{
    public static ServiceIdentity Identity { get; } = new("package", "Package: an owner's packages", 5120, 5121)
    {
        Flags = [new("--seed", $"{ParcelOptions.Section}:{nameof(ParcelOptions.Seed)}", "Seed of the sample data.", "1")],
    };
}
