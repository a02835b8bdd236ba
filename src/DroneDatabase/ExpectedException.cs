namespace DroneDelivery.DroneDatabase;

/// <summary>An expected failure. The message says what failed and, where that is known, what to do.</summary>
public class ExpectedException(string message, Exception? innerException = null) : Exception(message, innerException);
