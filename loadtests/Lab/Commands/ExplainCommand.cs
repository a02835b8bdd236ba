using DroneDelivery.LoadTests.Lab.Proofs;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>explain</c>: reports the bottleneck of a run, predicts the effect of a change, and can measure it.</summary>
internal static class ExplainCommand
{
    /// <summary>With <c>--prove</c>: a prediction is off the measurement by more than <see cref="Proof.Tolerance"/>.</summary>
    private const int PredictionIsOff = 3;

    /// <summary>With <c>--prove</c>: no step has both a flag and a prediction.</summary>
    private const int NothingToProve = 4;

    public static Command Create(LoadEngine engine, TimeProvider time)
    {
        var run = RunFolders.Argument("RUN", "or a folder with runs, which are explained one after another");
        var output = new OutputOptions(FormatOption.Json);
        var prove = FlagOption.Create(
            "--prove", "Tries the first step with a flag and a prediction: the same load again, predicted and measured.");
        var runs = SystemOptions.Runs("With --prove: the folder in which run folders are created.");
        var command = new ToolCommand(
            "explain",
            "Reports the bottleneck of a run, with the evidence, and predicts the effect of a change. "
            + ExitCode.Help(
                (PredictionIsOff, "with --prove: more than 15 % off"), (NothingToProve, "with --prove: no flag to try")))
        {
            run, output.Format, output.JsonFile, prove, runs,
        }.NeedsClone("--prove", line => line.GetValue(prove));
        command.RefuseWrongUsage(result => result.RefuseIf(!result.GetValue(prove), prove.Name, runs));
        command.SetAction(async (arguments, token) =>
        {
            var (path, proves) = (arguments.GetRequiredValue(run), arguments.GetValue(prove));
            IReadOnlyList<RunFolder> folders = proves ? [RunFolders.One(path)] : RunFolders.All(path);
            var explained = new List<(RunFolder Folder, RunRecord Record, Diagnosis Diagnosis)>();
            foreach (var folder in folders)
            {
                var data = await RunFolders.ReadAsync(() => folder.ReadAsync(token));
                explained.Add((folder, data.Record, Advisor.Explain(data)));
            }

            var printsText = output.PrintsText(arguments);
            if (proves && printsText)
            {
                await arguments.InvocationConfiguration.Output.WriteLineAsync(DiagnosisText.Plain(explained[0].Diagnosis));
            }

            var trial = new ProofTrial(engine, arguments.GetRequiredValue(runs), CommandLine.FromArguments(arguments), time);
            var proof = proves && explained[0].Diagnosis.Provable is { } step
                ? await trial.TryAsync(explained[0].Record, step, printsText, token)
                : null;
            output.Write(
                arguments,
                text: () => !proves ? Text(explained) : proof is null ? "There is no flag to try." : DiagnosisText.Plain(proof),
                json: () => folders.Count == 1 ? DiagnosisJson.Write(explained[0].Diagnosis, proof)
                    : $"[{string.Join(",\n", explained.Select(each => DiagnosisJson.Write(each.Diagnosis)))}]");
            return !proves || proof?.Holds == true ? ExitCode.Done : proof is null ? NothingToProve : PredictionIsOff;
        });
        return command;
    }

    /// <summary>Several runs each have their folder as heading.</summary>
    private static string Text(IReadOnlyList<(RunFolder Folder, RunRecord Record, Diagnosis Diagnosis)> explained) =>
        explained is [var only] ? DiagnosisText.Plain(only.Diagnosis)
            : string.Join("\n\n", explained.Select(each => $"{each.Folder.Path}\n{DiagnosisText.Plain(each.Diagnosis)}"));
}
