namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The partition was replaced by others after the request had found it, and nothing was done. The request has to be resolved again.
/// </summary>
internal sealed class PartitionMovedException() : Exception("The partition was replaced by others.");
