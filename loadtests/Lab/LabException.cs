namespace DroneDelivery.LoadTests.Lab;

/// <summary>
/// An expected failure. The message says what failed and, where that is known, what to do. A command that ends with it has exit
/// code 1.
/// </summary>
public sealed class LabException(string message, Exception? innerException = null) : ExpectedException(message, innerException)
{
    /// <summary>The run folder with what was measured until the failure; null for none.</summary>
    public RunFolder? Kept { get; init; }
}
