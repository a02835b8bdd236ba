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
        var run = new Argument<string>("run") { Description = "A run folder." };
        var json = new Option<bool>("--json") { Description = "Prints JSON instead of sentences." };
        var prove = new Option<bool>("--prove")
        {
            Description = "Tries the first step with a flag and a prediction: the same load again, predicted and measured.",
        };
        var runs = SystemOptions.Runs("With --prove: the folder in which run folders are created.");
        var command = new ToolCommand(
            "explain",
            "Reports the bottleneck of a run, with the evidence, and predicts the effect of a change. "
            + ExitCode.Help(
                (PredictionIsOff, "with --prove: more than 15 % off"), (NothingToProve, "with --prove: no flag to try")))
        {
            run, json, prove, runs,
        }.NeedsClone("--prove", line => line.GetValue(prove));
        command.RefuseWrongUsage(result => result.RefuseIf(!result.GetValue(prove), prove.Name, runs));
        command.SetAction(async (arguments, token) =>
        {
            var folder = arguments.GetRequiredValue(run);
            var trial = new ProofTrial(
                engine, arguments.GetRequiredValue(runs), CommandLine.FromArguments(arguments), time);
            return await ExplainAsync(folder, arguments.GetValue(json), arguments.GetValue(prove) ? trial : null, token);
        });
        return command;
    }

    private static async Task<int> ExplainAsync(
        string folder, bool asJson, ProofTrial? trial, CancellationToken cancellationToken)
    {
        var run = RunFolders.One(folder);
        var data = await RunFolders.ReadAsync(() => run.ReadAsync(cancellationToken));
        var diagnosis = Advisor.Explain(data);
        if (!asJson)
        {
            Console.WriteLine(DiagnosisText.Plain(diagnosis));
        }

        var proof = trial is null || diagnosis.Provable is not { } step
            ? null
            : await trial.TryAsync(data.Record, step, aloud: !asJson, cancellationToken);
        if (asJson)
        {
            Console.WriteLine(DiagnosisJson.Write(diagnosis, proof));
        }
        else if (trial is not null)
        {
            Console.WriteLine(proof is null ? "There is no flag to try." : DiagnosisText.Plain(proof));
        }

        return trial is null ? 0 : proof is null ? NothingToProve : proof.Holds ? 0 : PredictionIsOff;
    }
}
