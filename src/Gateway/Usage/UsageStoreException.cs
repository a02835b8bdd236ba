namespace DroneDelivery.Gateway.Usage;

/// <summary>The store of usage did not do what it was asked for.</summary>
internal sealed class UsageStoreException(string message, Exception cause) : Exception(message, cause);
