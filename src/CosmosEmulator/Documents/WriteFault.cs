using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Why a write is refused, as the client is told.</summary>
internal sealed record WriteFault(int Status, string Message, int SubStatus = CosmosSubStatus.None);
