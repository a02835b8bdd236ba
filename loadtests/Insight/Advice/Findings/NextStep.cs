namespace DroneDelivery.LoadTests.Insight.Advice.Findings;

/// <summary>A step to fix a cause, with its predicted effect if there is one.</summary>
/// <param name="Change">The flag that makes the change; null if no single flag makes it.</param>
/// <param name="Prediction">The predicted figures of the same load; null if the run does not allow a prediction.</param>
public sealed record NextStep(string Text, FlagChange? Change = null, Prediction? Prediction = null);

/// <summary>A flag of the service that calls the database, and its new value.</summary>
public sealed record FlagChange(string Flag, string Value)
{
    /// <summary>Null if the lab named no flag for the setting.</summary>
    internal static FlagChange? ForSetting(RunManifest run, Setting setting, string value) =>
        run.Flags.TryGetValue(setting, out var flag) ? new FlagChange(flag, value) : null;

    /// <summary>Provisions the RU/s of the prediction.</summary>
    internal static FlagChange? ToThroughputOf(RunManifest run, Prediction prediction) =>
        ForSetting(run, Setting.Throughput, $"{prediction.ProvisionedRequestUnitsPerSecond:0}");

    public override string ToString() => $"{Flag} {Value}";
}
