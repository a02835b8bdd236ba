namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Ends a start for a reason that the user can fix: the message is one line that says how; nothing else is printed.
/// </summary>
public class StartException(string message, Exception? innerException = null) : Exception(message, innerException);
