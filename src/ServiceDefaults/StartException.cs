namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Ends a start or a command for a reason that the user can fix: the message is one line that says how; nothing else is printed.
/// </summary>
public class StartException(string message, Exception? innerException = null) : Exception(message, innerException);

/// <summary>A database or Redis cannot be read or written. The message is one line that states the reason.</summary>
public class StoreException(string message, Exception? innerException = null) : StartException(message, innerException);
