namespace DroneDelivery.LoadTests.Lab;

/// <summary>
/// A failure that a reader can act on: the message says what failed and what to do next. It ends the lab with exit code 1.
/// </summary>
public sealed class LabException : Exception
{
    public LabException(string message)
        : base(message)
    {
    }

    public LabException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
