namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The types of the query language, in the order in which the service sorts them.</summary>
internal enum SqlValueKind
{
    Undefined,
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}
