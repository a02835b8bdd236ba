namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>A container that a service uses.</summary>
/// <param name="Database">The database's id.</param>
/// <param name="Id">The container's id.</param>
/// <param name="PartitionKeyPath">Such as <c>/ownerId</c>.</param>
/// <param name="Throughput">RU/s to set at start; null does not change those of a container that exists.</param>
public sealed record RequiredContainer(string Database, string Id, string PartitionKeyPath, int? Throughput = null)
{
    public override string ToString() => $"{Database}/{Id}";
}
