using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>The maximum number of requests in flight. Safe for concurrent use.</summary>
internal interface IConcurrencyLimit
{
    int Current { get; }

    /// <summary>Records a request that has released its permit.</summary>
    /// <param name="duration">The time for which the request was in flight.</param>
    /// <param name="outcome">The outcome of the request at the backend.</param>
    /// <param name="inFlight">The number of requests in flight just before the release, including this one.</param>
    void Record(TimeSpan duration, CallOutcome outcome, int inFlight);

    /// <summary>Records that a request was refused.</summary>
    void RecordRefusal();
}

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
