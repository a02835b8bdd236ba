using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>A step to fix a cause, with its predicted effect if there is one.</summary>
public sealed record NextStep(string Text)
{
    /// <summary>The flag that makes the change; null if no single flag makes it.</summary>
    public FlagChange? Change { get; init; }

    /// <summary>The predicted figures of the same load; null if the run does not allow a prediction.</summary>
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
