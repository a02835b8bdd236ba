namespace DroneDelivery.LoadTests.Insight.Advice.Findings;

public enum Cause
{
    /// <summary>All partitions of the container have spent their request units.</summary>
    RequestUnits,

    /// <summary>One physical partition has spent its request units; the others have not.</summary>
    HotPartition,

    /// <summary>One logical partition key spends the request units of its physical partition.</summary>
    HotKey,

    /// <summary>The calls of one operation are made one after another.</summary>
    SerialFanOut,

    /// <summary>Calls to partitions that hold no row of the answer.</summary>
    AvoidableFanOut,

    /// <summary>A call to the database for each row of an answer (N+1).</summary>
    CallPerRow,

    /// <summary>A physical partition that answers more slowly than the others.</summary>
    SlowPartition,

    /// <summary>Calls that wait for a connection.</summary>
    ConnectionPool,

    /// <summary>Requests wait in a service for its own limit of concurrent requests.</summary>
    ConcurrencyLimit,

    /// <summary>Requests wait for CPU that one service uses.</summary>
    BusyProcess,

    /// <summary>Requests wait for garbage collection pauses.</summary>
    GarbageCollection,

    /// <summary>Work items wait for a thread pool thread although CPU is available.</summary>
    ThreadStarvation,

    /// <summary>Requests that wait for a lock which other requests hold.</summary>
    LockContention,

    /// <summary>A service is slow, and neither the database, CPU, threads nor a lock is the reason.</summary>
    SlowBackend,

    /// <summary>The network between two processes.</summary>
    Network,

    /// <summary>A service or the database that answers 5xx.</summary>
    FailingBackend,

    /// <summary>The load generator is the limit, so the measurement is not of the system.</summary>
    LoadGenerator,

    /// <summary>No known cause: the finding only says where the time is spent.</summary>
    Unknown,
}

public static class CauseText
{
    /// <summary>The cause as a noun, for a list.</summary>
    public static string InWords(this Cause cause) => cause switch
    {
        Cause.RequestUnits => "exhausted request units",
        Cause.HotPartition => "a hot partition",
        Cause.HotKey => "a hot partition key",
        Cause.SerialFanOut => "calls to partitions one after another",
        Cause.AvoidableFanOut => "calls to more partitions than necessary",
        Cause.CallPerRow => "a call for each row",
        Cause.SlowPartition => "a slow partition",
        Cause.ConnectionPool => "waits for a connection",
        Cause.ConcurrencyLimit => "a limit of concurrent requests",
        Cause.BusyProcess => "a lack of CPU",
        Cause.GarbageCollection => "garbage collection",
        Cause.ThreadStarvation => "a lack of threads",
        Cause.LockContention => "waits for a lock",
        Cause.SlowBackend => "a slow service or database",
        Cause.Network => "a slow network",
        Cause.FailingBackend => "a failing service or database",
        Cause.LoadGenerator => "a load generator at its limit",
        Cause.Unknown => "an unknown cause",
        _ => throw new ArgumentOutOfRangeException(nameof(cause), cause, null),
    };
}
