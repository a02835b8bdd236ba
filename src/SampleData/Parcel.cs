namespace DroneDelivery.SampleData;

/// <summary>What one delivery carried.</summary>
public sealed record Parcel(
    string PackageId,
    string DeliveryId,
    string OwnerId,
    int Year,
    int Month,
    string Size,
    decimal WeightKilograms,
    bool Fragile);
