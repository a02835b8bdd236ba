namespace DroneDelivery.LoadTests.Insight.Advice;

public enum Cause
{
    /// <summary>The container's request units, on all its partitions.</summary>
    RequestUnits,

    /// <summary>One physical partition has spent its request units; the others have not.</summary>
    HotPartition,

    /// <summary>One logical partition key spends the request units of its physical partition.</summary>
    HotKey,

    /// <summary>Calls of one operation that wait for one another.</summary>
    SerialFanOut,

    /// <summary>Calls to partitions that hold nothing of what is asked.</summary>
    AvoidableFanOut,

    /// <summary>A call to the database for each row of an answer (N+1).</summary>
    CallPerRow,

    /// <summary>A physical partition that answers more slowly than the others.</summary>
    SlowPartition,

    /// <summary>Calls that wait for a connection.</summary>
    ConnectionPool,

    /// <summary>The CPU that one process uses.</summary>
    BusyProcess,

    /// <summary>Pauses for collecting garbage.</summary>
    GarbageCollection,

    /// <summary>Work that waits for a thread, with CPU to spare.</summary>
    ThreadStarvation,

    /// <summary>Requests that wait for a lock which other requests hold.</summary>
    LockContention,

    /// <summary>A service that is slow by itself, without database, CPU or threads as the reason.</summary>
    SlowBackend,

    /// <summary>The way between two processes.</summary>
    Network,

    /// <summary>A service or the database that answers 5xx.</summary>
    FailingBackend,

    /// <summary>The load generator, and so the measurement itself.</summary>
    LoadGenerator,

    /// <summary>None that is known: the finding says only where the time is.</summary>
    Unknown,
}
