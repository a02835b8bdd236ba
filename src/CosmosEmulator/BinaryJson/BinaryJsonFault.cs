namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>Why a body has no text.</summary>
/// <param name="IsTooLarge">Whether the text would be too large; otherwise the body is malformed.</param>
internal sealed record BinaryJsonFault(string Message, bool IsTooLarge);
