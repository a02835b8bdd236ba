namespace DroneDelivery.Gateway.Usage;

/// <summary>The exception that is thrown when the usage store cannot be read or written.</summary>
internal sealed class UsageStoreException(string message, Exception cause) : Exception(message, cause);
