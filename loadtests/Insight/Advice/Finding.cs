using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Something that holds a run back.</summary>
/// <param name="Title">What it is, in one sentence.</param>
/// <param name="Evidence">Sentences with the figures that speak for it.</param>
/// <param name="Share">How much it takes, from 0 to 1, of what <paramref name="Of"/> says.</param>
/// <param name="NextSteps">What to do about it, the best first.</param>
public sealed record Finding(
    Cause Cause, string Title, IReadOnlyList<string> Evidence, double Share, Loss Of, IReadOnlyList<NextStep> NextSteps)
{
    /// <summary>
    /// The order in which findings are to be dealt with. While a resource is used up, whatever else gets faster only waits longer
    /// for it; and while the load generator is at its limit, no other figure can be trusted.
    /// </summary>
    public Urgency Urgency => Cause switch
    {
        Cause.LoadGenerator => Urgency.Untrusted,
        Cause.RequestUnits or Cause.HotPartition or Cause.HotKey or Cause.ConnectionPool or Cause.BusyProcess
            or Cause.ThreadStarvation => Urgency.UsedUp,
        _ => Urgency.Slow,
    };
}

/// <summary>Something to do, and what would come of it where that can be said.</summary>
public sealed record NextStep(string Text)
{
    /// <summary>The flag that does it; null where it takes more than a flag.</summary>
    public FlagChange? Change { get; init; }

    /// <summary>What the same load would then measure; null where the run does not tell.</summary>
    public Prediction? Prediction { get; init; }
}

/// <summary>A flag of the Delivery service and its new value.</summary>
public sealed record FlagChange(string Flag, string Value)
{
    public const string Throughput = "--throughput";
    public const string MaxConcurrency = "--max-concurrency";
    public const string PartitionKey = "--partition-key";
    public const string Connections = "--cosmos-connections";

    public override string ToString() => $"{Flag} {Value}";
}

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

    /// <summary>A service that is slow by itself, without database, CPU or threads as the reason.</summary>
    SlowBackend,

    /// <summary>The way between two processes.</summary>
    Network,

    /// <summary>A service or the database that answers 5xx.</summary>
    FailingBackend,

    /// <summary>The load generator, and so the measurement itself.</summary>
    LoadGenerator,
}

public enum Loss
{
    Latency,
    Throughput,
}

/// <summary>From the most urgent.</summary>
public enum Urgency
{
    /// <summary>The measurement is not to be trusted.</summary>
    Untrusted,

    /// <summary>A resource has nothing left to give.</summary>
    UsedUp,

    /// <summary>Something takes longer than it need.</summary>
    Slow,
}
