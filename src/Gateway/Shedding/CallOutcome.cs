namespace DroneDelivery.Gateway.Shedding;

/// <summary>What a limit learns from a request that leaves a backend.</summary>
internal enum CallOutcome
{
    /// <summary>Nothing: the backend was not asked, or failed in a way that says nothing of its load.</summary>
    Unmeasured,

    /// <summary>It was answered; how long that took is a measurement.</summary>
    Answered,

    /// <summary>Nobody waited for the answer any more: it would have taken at least so long.</summary>
    Abandoned,

    /// <summary>It came too late, or the backend itself said that it has too much to do.</summary>
    Overloaded,
}
