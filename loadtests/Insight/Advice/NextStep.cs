using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Something to do, and what would come of it where that can be said.</summary>
public sealed record NextStep(string Text)
{
    /// <summary>The flag that does it; null where it takes more than a flag.</summary>
    public FlagChange? Change { get; init; }

    /// <summary>What the same load would then measure; null where the run does not tell.</summary>
    public Prediction? Prediction { get; init; }
}

/// <summary>A flag of the service that calls the database, and its new value.</summary>
public sealed record FlagChange(string Flag, string Value)
{
    public const string Throughput = "--throughput";
    public const string MaxConcurrency = "--max-concurrency";
    public const string PartitionKey = "--partition-key";
    public const string Connections = "--cosmos-connections";

    public override string ToString() => $"{Flag} {Value}";
}
