namespace DroneDelivery.LoadTests.Lab.Proofs;

/// <summary>Runs the load of a run again with one flag changed, and compares the measurements with the prediction.</summary>
/// <param name="command">The command line that repeats the trial.</param>
internal sealed class ProofTrial(LoadEngine engine, string runsFolder, string command, TimeProvider time)
{
    /// <param name="step">A step with a change and a prediction.</param>
    /// <param name="aloud">Whether progress is shown on the console.</param>
    /// <exception cref="LabException">The run cannot be repeated, or the trial did not finish.</exception>
    public async Task<Proof> TryAsync(RunRecord before, NextStep step, bool aloud, CancellationToken cancellationToken)
    {
        if (step is not { Change: { } change, Prediction: { } prediction })
        {
            throw new ArgumentException("The step has no flag or no prediction.", nameof(step));
        }

        if (before.Cosmos.Account is { } account)
        {
            throw new LabException($"The run cannot be repeated: its database was {account}, and a trial runs on the emulator.");
        }

        var scenario = Changed(ScenarioOf(before.Manifest), change);
        var settings = new LabSettings(
            [scenario],
            SimulationProfile.Load(before.Manifest.Profile),
            TimeSpan.FromSeconds(Math.Round(before.Load.Steps.Sum(loadStep => loadStep.DurationSeconds), 3)),
            command,
            engine);
        var console = aloud
            ? AnsiConsole.Console
            : AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(TextWriter.Null) });
        var suite = new ScenarioSuite(settings, SessionFolder.PathOf(runsFolder, settings.Lab, time), time);
        var (folders, failure) = await suite.RunAsync(new LabProgress(console, time), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (failure is not null || folders.Count == 0)
        {
            throw new LabException(failure?.Message ?? "The trial did not run.", failure);
        }

        return Proof.FromRuns(change, prediction, before, await folders[0].ReadRecordAsync(cancellationToken));
    }

    /// <summary>The test of the run, with the flags and the number of partitions of the run.</summary>
    internal static TuningScenario ScenarioOf(RunManifest manifest)
    {
        try
        {
            var flags = manifest.Configuration.Select(flag => new FlagChange(flag.Key, flag.Value));
            return flags.Aggregate(FaultCatalog.ScenarioOf(manifest.Scenario), WithFlag);
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException)
        {
            throw new LabException($"The run cannot be repeated: {exception.Message}", exception);
        }
    }

    /// <summary>The test with one flag changed; there are no published figures for it.</summary>
    internal static TuningScenario Changed(TuningScenario scenario, FlagChange change) =>
        WithFlag(scenario, change) with { Title = $"{scenario.Name} with {change}", Published = null };

    private static TuningScenario WithFlag(TuningScenario scenario, FlagChange change) => SettingOf(change.Flag) switch
    {
        Setting.Throughput => scenario with { Throughput = Number(change) },
        Setting.MaxConcurrency => scenario with { MaxConcurrency = Number(change) },
        Setting.PartitionKey => scenario with { PartitionKey = change.Value },
        Setting.Connections => scenario with
        {
            Fault = (scenario.Fault ?? new PlantedFault("connections", "connections changed")) with
            {
                CosmosConnections = Number(change),
            },
        },
        _ => change.Flag == RunManifestBuilder.Partitions ? scenario with { Partitions = Number(change) } : scenario,
    };

    /// <summary>Null for other flags.</summary>
    private static Setting? SettingOf(string flag) =>
        DeliveryFlag.BySetting.Where(each => each.Value == flag).Select(each => (Setting?)each.Key).FirstOrDefault();

    private static int Number(FlagChange change) => int.Parse(change.Value);
}
