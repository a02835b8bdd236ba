namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// The outcome of a request at a backend, as a concurrency limit uses it. Of several calls to one backend the highest value counts.
/// </summary>
internal enum CallOutcome
{
    /// <summary>The backend responded; the duration is a measurement.</summary>
    Answered,

    /// <summary>The call was cancelled before the response arrived. A response would have taken at least as long.</summary>
    Abandoned,

    /// <summary>Not a measurement: the backend was not called, or failed in a way that does not indicate its load.</summary>
    Unmeasured,

    /// <summary>The backend responded too late, or with a status code that indicates overload.</summary>
    Overloaded,
}
