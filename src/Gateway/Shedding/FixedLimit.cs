namespace DroneDelivery.Gateway.Shedding;

/// <summary>A constant limit.</summary>
internal sealed class FixedLimit(int limit) : IConcurrencyLimit
{
    /// <summary>A limit that refuses no requests.</summary>
    public static FixedLimit None { get; } = new(int.MaxValue);

    public int Current => limit;

    public void Record(TimeSpan duration, CallOutcome outcome, int inFlight)
    {
    }

    public void RecordRefusal()
    {
    }
}
