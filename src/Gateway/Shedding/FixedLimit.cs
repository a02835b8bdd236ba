namespace DroneDelivery.Gateway.Shedding;

/// <summary>A limit that stays as it is.</summary>
internal sealed class FixedLimit(int limit) : IConcurrencyLimit
{
    /// <summary>Refuses nobody.</summary>
    public static FixedLimit None { get; } = new(int.MaxValue);

    public int Current => limit;

    public void Record(TimeSpan duration, CallOutcome outcome, int inFlight)
    {
    }

    public void RecordRefusal()
    {
    }
}
