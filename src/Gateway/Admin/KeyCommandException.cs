namespace DroneDelivery.Gateway.Admin;

/// <summary>The exception that ends a command that failed. Its message is a line with the reason.</summary>
internal sealed class KeyCommandException(string message) : Exception(message);
