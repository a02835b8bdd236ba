namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>
/// The types of values, in the order in which the service sorts them. Their numbers are those that the service hashes as part of a
/// partition key. Source: the SDK's PartitionKeyComponentType.
/// </summary>
internal enum CosmosValueKind : byte
{
    Undefined = 0,
    Null = 1,
    False = 2,
    True = 3,
    Number = 5,
    String = 8,
    Array = 10,
    Object = 11,
}
