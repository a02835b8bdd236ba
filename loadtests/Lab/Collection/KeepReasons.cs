namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>Why a trace is kept; often for several reasons at once.</summary>
[Flags]
internal enum KeepReasons
{
    Nothing = 0,

    /// <summary>Part of the uniform sample.</summary>
    Sample = 1,

    /// <summary>Something in it failed.</summary>
    Failure = 2,

    /// <summary>The database throttled one of its calls.</summary>
    Throttling = 4,

    /// <summary>One of the slowest requests.</summary>
    Slowness = 8,
}
