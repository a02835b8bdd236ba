namespace DroneDelivery.Gateway.Shedding;

/// <summary>The outcome of a request at a backend, as a concurrency limit uses it.</summary>
internal enum CallOutcome
{
    /// <summary>Not a measurement: the backend was not called, or failed in a way that does not indicate its load.</summary>
    Unmeasured,

    /// <summary>The backend responded; the duration is a measurement.</summary>
    Answered,

    /// <summary>The call was cancelled before the response arrived. A response would have taken at least as long.</summary>
    Abandoned,

    /// <summary>The backend responded too late, or with a status code that indicates overload.</summary>
    Overloaded,
}
