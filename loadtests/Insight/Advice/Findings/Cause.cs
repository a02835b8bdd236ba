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
