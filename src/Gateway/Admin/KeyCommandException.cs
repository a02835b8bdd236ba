namespace DroneDelivery.Gateway.Admin;

/// <summary>Ends a command that cannot be done, with a line that says why.</summary>
internal sealed class KeyCommandException(string message) : Exception(message);
