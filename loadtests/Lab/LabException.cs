namespace DroneDelivery.LoadTests.Lab;

/// <summary>A failure that the user can fix: the message says what failed and what to do. The exit code is 1.</summary>
public sealed class LabException(string message, Exception? innerException = null) : Exception(message, innerException);
