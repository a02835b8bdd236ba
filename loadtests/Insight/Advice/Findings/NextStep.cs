using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.LoadTests.Insight.Advice.Findings;

/// <summary>A step to fix a cause, with its predicted effect if there is one.</summary>
/// <param name="Change">The flag that makes the change; null if no single flag makes it.</param>
/// <param name="Prediction">The predicted figures of the same load; null if the run does not allow a prediction.</param>
public sealed record NextStep(string Text, FlagChange? Change = null, Prediction? Prediction = null);

/// <summary>A flag of the service that calls the database, and its new value.</summary>
public sealed record FlagChange(string Flag, string Value)
{
    public const string Throughput = "--throughput";
    public const string MaxConcurrency = "--max-concurrency";
    public const string PartitionKey = "--partition-key";
    public const string Connections = "--cosmos-connections";

    /// <summary>Provisions the RU/s of the prediction.</summary>
    internal static FlagChange ToThroughputOf(Prediction prediction) =>
        new(Throughput, FormattableString.Invariant($"{prediction.ProvisionedRequestUnitsPerSecond:0}"));

    public override string ToString() => $"{Flag} {Value}";
}
