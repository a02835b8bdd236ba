namespace DroneDelivery.ServiceDefaults;

/// <summary>Ends a start that the user can mend: the message is one line that says how, and is all that is printed.</summary>
public class StartException(string message, Exception? innerException = null) : Exception(message, innerException);
