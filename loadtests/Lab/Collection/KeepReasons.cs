namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The reasons for keeping a trace; several can apply.</summary>
[Flags]
internal enum KeepReasons
{
    Nothing = 0,

    /// <summary>Part of the uniform sample.</summary>
    Sample = 1,

    /// <summary>A span of the trace failed.</summary>
    Failure = 2,

    /// <summary>The database throttled a call of the trace (429).</summary>
    Throttling = 4,

    /// <summary>One of the slowest requests.</summary>
    Slowness = 8,
}
