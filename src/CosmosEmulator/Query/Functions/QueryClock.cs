namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>The time as one execution of a query sees it.</summary>
internal sealed class QueryClock(TimeProvider time)
{
    /// <summary>When the execution started: the same for all documents.</summary>
    public DateTime Start { get; } = time.GetUtcNow().UtcDateTime;

    public DateTime Now => time.GetUtcNow().UtcDateTime;
}
