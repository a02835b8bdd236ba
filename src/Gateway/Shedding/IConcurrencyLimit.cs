namespace DroneDelivery.Gateway.Shedding;

/// <summary>How many requests may be in flight. Safe for concurrent use.</summary>
internal interface IConcurrencyLimit
{
    int Current { get; }

    /// <summary>Tells of a request that has left.</summary>
    /// <param name="duration">How long it was in flight.</param>
    /// <param name="outcome">What became of it.</param>
    /// <param name="inFlight">How many were in flight when it left, with it.</param>
    void Record(TimeSpan duration, CallOutcome outcome, int inFlight);

    /// <summary>Tells that a request was refused.</summary>
    void RecordRefusal();
}
